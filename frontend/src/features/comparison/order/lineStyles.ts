/** As many colours as there are; beyond them lines differ in their dashes. */
const N_COLOURS = 8;
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];

/** How the line of a run looks, by its place among the runs. */
export const lineStyle = (place: number): Readonly<{ colour: string; dashes: string }> => ({
  colour: `var(--line-${(place % N_COLOURS) + 1})`,
  dashes: DASHES[Math.floor(place / N_COLOURS) % DASHES.length] ?? '',
});

const [LETTER_WIDTH, DOT_WIDTH] = [7, 30];

/** A name that finds no room ends early; the table beside the drawing has all of it. */
export function shortened(name: string, room: number): string {
  const most = Math.max(3, Math.floor((room - DOT_WIDTH) / LETTER_WIDTH));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** The room that names need at a side, never more than `most`. */
export const roomFor = (names: readonly string[], most: number): number =>
  Math.min(Math.max(0, ...names.map((name) => name.length)) * LETTER_WIDTH + DOT_WIDTH, most);
