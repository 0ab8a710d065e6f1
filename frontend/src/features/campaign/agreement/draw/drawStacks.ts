import type { Category } from '@/features/campaign/agreement/choice/categories';
import { shortened } from '@/shared/ui/figure/look';
import { legend } from '@/shared/ui/figure/legend';
import { svgPart } from '@/shared/ui/figure/svg';

const [ROW, BAR, LETTER_WIDTH, GAP] = [26, 18, 9, 8];
const ONE_LINE = 26;
const COLOUR = 'var(--shown-grade)';

type Stack = Readonly<{ name: string; nByGrade: readonly number[] }>;

/** With a legend of one line. */
export const stacksHeight = (n: number): number => n * ROW + ONE_LINE;

/** A part in the colour of its grade, which the dark theme shows lighter. */
function coloured<Part extends SVGElement>(part: Part, { colour }: Category): Part {
  part.style.setProperty('--grade', colour);
  return part;
}

/** The shares of one stack, side by side. */
function bars({ nByGrade }: Stack, categories: readonly Category[], room: number, width: number) {
  const total = nByGrade.reduce((sum, n) => sum + n, 0) || 1;
  let x = room;
  return categories.map((category, index) => {
    const long = ((nByGrade[index] ?? 0) / total) * (width - room);
    const bar = svgPart('rect', { x, y: 0, width: long, height: BAR, fill: COLOUR });
    bar.setAttribute('stroke', 'var(--paper)');
    x += long;
    return coloured(bar, category);
  });
}

function nameTag({ name }: Stack, room: number): SVGTextElement {
  const at = { x: room - GAP, y: BAR - 4, 'text-anchor': 'end', fill: 'currentColor' };
  return svgPart('text', at, shortened(name, Math.floor((room - GAP) / LETTER_WIDTH)));
}

function colouredLegend(categories: readonly Category[], width: number) {
  const entries = categories.map(({ name }) => ({ name, colour: COLOUR }));
  const { part, height } = legend(entries, width);
  [...part.children].forEach((entry, index) => {
    const category = categories[index];
    if (category !== undefined) coloured(entry as SVGElement, category);
  });
  return { part, height };
}

/** A bar for each, one below the other, divided into the shares of its grades. */
export function drawStacks(
  width: number,
  { stacks, categories }: Readonly<{ stacks: readonly Stack[]; categories: readonly Category[] }>,
): SVGSVGElement {
  const longest = Math.max(...stacks.map(({ name }) => name.length), 0);
  const room = Math.min(longest * LETTER_WIDTH + GAP, width * 0.35);
  const { part, height: top } = colouredLegend(categories, width);
  const rows = stacks.map((stack, row) =>
    svgPart(
      'g',
      { transform: `translate(0, ${top + row * ROW})` },
      nameTag(stack, room),
      ...bars(stack, categories, room, width),
    ),
  );
  const height = top + stacks.length * ROW;
  const box = { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 };
  return svgPart('svg', box, part, ...rows);
}
