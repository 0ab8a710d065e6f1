/** How all drawings of the page look. */
export const LOOK = {
  background: 'transparent',
  fontSize: '12px',
  fontFamily: 'inherit',
  overflow: 'visible',
} as const;

/** A number at an axis: ".2", "−.4", "1". */
export const tick = (value: number): string =>
  `${Number(value.toFixed(2))}`.replace(/^-/, '−').replace(/^(−?)0\./, '$1.');

/** A name that finds no room lacks its middle, where its ends distinguish it from others. */
export function withoutMiddle(name: string, most: number): string {
  if (name.length <= most) return name;
  const start = Math.floor((most - 1) / 2);
  return `${name.slice(0, start)}…${name.slice(start + 1 - most)}`;
}

/** A name that finds no room ends early; the table beside the drawing has all of it. */
export const shortened = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1)}…` : name;
