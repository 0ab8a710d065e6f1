import { svgPart } from '@/shared/ui/figure/svg';

const [LETTER_WIDTH, LINE_HEIGHT, SWATCH] = [7, 20, 12];
const GAP = 6;

/** What stands for it: a square of its colour, or a sign in its colour where colour alone would not tell. */
export type LegendEntry = Readonly<{ name: string; colour: string; glyph?: string }>;
type Placed = LegendEntry & Readonly<{ x: number; line: number }>;

/** The entries one after another, in as many lines as they need. */
function placed(entries: readonly LegendEntry[], width: number): Placed[] {
  let [x, line] = [0, 0];
  return entries.map((entry) => {
    const long = SWATCH + GAP + entry.name.length * LETTER_WIDTH;
    if (x > 0 && x + long > width) [x, line] = [0, line + 1];
    const place = { ...entry, x, line };
    x += long + 2 * GAP;
    return place;
  });
}

function signPart({ colour, glyph, x }: Placed, y: number): SVGElement {
  if (glyph !== undefined) {
    const at = { x: x + SWATCH / 2, y: y + SWATCH, fill: colour, 'text-anchor': 'middle' };
    return svgPart('text', at, glyph);
  }
  const swatch = svgPart('rect', { x, y: y + 2, width: SWATCH, height: SWATCH, fill: colour });
  swatch.setAttribute('stroke', 'var(--edge)');
  return swatch;
}

function entryPart(entry: Placed): SVGGElement {
  const { name, x, line } = entry;
  const y = line * LINE_HEIGHT;
  const at = { x: x + SWATCH + GAP, y: y + SWATCH, fill: 'currentColor', 'text-anchor': 'start' };
  return svgPart('g', { 'font-size': 12 }, signPart(entry, y), svgPart('text', at, name));
}

/** What each colour of a drawing stands for, to be put at its top, and how high that is. */
export function legend(
  entries: readonly LegendEntry[],
  width: number,
): Readonly<{ part: SVGGElement; height: number }> {
  const places = placed(entries, width);
  const nLines = (places.at(-1)?.line ?? -1) + 1;
  return { part: svgPart('g', {}, ...places.map(entryPart)), height: nLines * LINE_HEIGHT + GAP };
}
