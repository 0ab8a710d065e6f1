/** As many colours as there are; beyond them lines differ in their dashes. */
const N_COLOURS = 8;
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];

/** How the line of a run looks, by its place among the runs. */
export const lineStyle = (place: number): Readonly<{ colour: string; dashes: string }> => ({
  colour: `var(--line-${(place % N_COLOURS) + 1})`,
  dashes: DASHES[Math.floor(place / N_COLOURS) % DASHES.length] ?? '',
});

const [LETTER_WIDTH, DOT_WIDTH] = [7, 30];

/** A name that finds no room lacks its middle, as ends tell runs apart; the table has all of it. */
export function withoutMiddle(name: string, room: number): string {
  const most = Math.max(5, Math.floor((room - DOT_WIDTH) / LETTER_WIDTH));
  if (name.length <= most) return name;
  const start = Math.floor((most - 1) / 2);
  return `${name.slice(0, start)}…${name.slice(start + 1 - most)}`;
}

/** The room that names need at a side, never more than `most`. */
export const roomFor = (names: readonly string[], most: number): number =>
  Math.min(Math.max(0, ...names.map((name) => name.length)) * LETTER_WIDTH + DOT_WIDTH, most);
