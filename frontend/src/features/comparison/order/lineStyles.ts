import { withoutMiddle } from '@/shared/ui/figure/look';

/** As many colours as there are; beyond them lines differ in their dashes. */
const N_COLOURS = 8;
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];

/** How the line of a run looks, by its place among the runs. */
export const lineStyle = (place: number): Readonly<{ colour: string; dashes: string }> => ({
  colour: `var(--line-${(place % N_COLOURS) + 1})`,
  dashes: DASHES[Math.floor(place / N_COLOURS) % DASHES.length] ?? '',
});

const [LETTER_WIDTH, DOT_WIDTH] = [7, 30];

/** The name of a run as far as it finds room; the table has all of it. */
export const nameIn = (name: string, room: number): string =>
  withoutMiddle(name, Math.max(5, Math.floor((room - DOT_WIDTH) / LETTER_WIDTH)));

/** The room that names need at a side, never more than `most`. */
export const roomFor = (names: readonly string[], most: number): number =>
  Math.min(Math.max(0, ...names.map((name) => name.length)) * LETTER_WIDTH + DOT_WIDTH, most);
