import type { Bars } from '@/features/campaign/assessors/bars';
import { svgPart } from '@/shared/ui/figure/svg';

export const BARS_HEIGHT = 160;
const ROOM_FOR_NAMES = 24;
const SHARE_OF_BARS = 0.8;
const ROOM_FOR_A_NAME = 44;
const FILLS = ['var(--accent)', 'var(--edge)'] as const;

/** Groups of bars side by side, with as many of their names below as there is room for. */
export function drawBars(groups: readonly Bars[], width: number): SVGSVGElement {
  const floor = BARS_HEIGHT - ROOM_FOR_NAMES;
  const step = width / Math.max(groups.length, 1);
  const most = Math.max(...groups.flatMap(({ values }) => values), Number.MIN_VALUE);
  const every = Math.ceil(ROOM_FOR_A_NAME / step);
  const bars = groups.flatMap(({ values }, place) =>
    values.map((value, kind) =>
      svgPart('rect', {
        x: (place + (1 - SHARE_OF_BARS) / 2 + (kind * SHARE_OF_BARS) / values.length) * step,
        y: floor - (value / most) * floor,
        width: (SHARE_OF_BARS / values.length) * step,
        height: (value / most) * floor,
        fill: FILLS[kind] ?? 'currentColor',
      }),
    ),
  );
  const below = { y: BARS_HEIGHT - 6, fill: 'var(--soft)', 'text-anchor': 'middle' };
  const names = groups.flatMap(({ name }, place) =>
    place % every === 0 ? [svgPart('text', { ...below, x: (place + 0.5) * step }, name)] : [],
  );
  return svgPart(
    'svg',
    { width, height: BARS_HEIGHT, viewBox: `0 0 ${width} ${BARS_HEIGHT}`, 'font-size': 13 },
    ...bars,
    svgPart('line', { x1: 0, x2: width, y1: floor, y2: floor, stroke: 'var(--edge)' }),
    ...names,
  );
}
