import { shortened } from '@/features/campaign/agreement/figures/look';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import { legend } from '@/shared/ui/figure/legend';
import { svgPart } from '@/shared/ui/figure/svg';

const [ROW, BAR, LETTER_WIDTH] = [26, 18, 7];

export type Stack = Readonly<{ name: string; nByGrade: readonly number[] }>;

const EDGE = { stroke: 'var(--paper)', fill: 'var(--shown-grade)' };

/** A part in the colour of its grade, which the dark theme shows lighter. */
function coloured<Part extends SVGElement>(part: Part, { colour }: Category): Part {
  part.style.setProperty('--grade', colour);
  return part;
}

/** A bar of all shares of each, one below the other. */
export function drawStacks(
  stacks: readonly Stack[],
  categories: readonly Category[],
  width: number,
): SVGSVGElement {
  const longest = Math.max(...stacks.map(({ name }) => name.length));
  const room = Math.min(longest * LETTER_WIDTH + 10, width * 0.35);
  const { part, height: top } = legend(
    categories.map(({ name }) => ({ name, colour: 'var(--shown-grade)' })),
    width,
  );
  categories.forEach((category, index) => {
    const entry = part.children[index];
    if (entry instanceof SVGElement) coloured(entry, category);
  });
  const rows = stacks.flatMap(({ name, nByGrade }, row) => {
    const total = nByGrade.reduce((sum, n) => sum + n, 0) || 1;
    const y = top + row * ROW;
    let x = room;
    const bars = categories.map((category, index) => {
      const long = ((nByGrade[index] ?? 0) / total) * (width - room);
      const bar = svgPart('rect', { x, y, width: long, height: BAR, ...EDGE });
      x += long;
      return coloured(bar, category);
    });
    const at = { x: room - 8, y: y + BAR - 4, 'text-anchor': 'end', fill: 'currentColor' };
    return [svgPart('text', at, shortened(name, Math.floor(room / LETTER_WIDTH))), ...bars];
  });
  const height = top + stacks.length * ROW;
  const box = { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 };
  return svgPart('svg', box, part, ...rows);
}
