import { busiest } from '@/features/campaign/board/course/course';
import type { Stretch } from '@/features/campaign/board/course/course';
import { svgPart } from '@/shared/ui/figure/svg';

const ROOM_FOR_TIMES = 24;
const SHARE_OF_BAR = 0.8;

type Options = Readonly<{
  stretches: readonly Stretch[];
  when: (at: string) => string;
  width: number;
  height: number;
}>;

/** The times of the first and the last bar, below them. */
function times({ stretches, when, width, height }: Options): SVGTextElement[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return [];
  const below = { y: height - 6, fill: 'var(--soft)' };
  const ends = [svgPart('text', { ...below, x: 0, 'text-anchor': 'start' }, when(first.at))];
  if (first !== last)
    ends.push(svgPart('text', { ...below, x: width, 'text-anchor': 'end' }, when(last.at)));
  return ends;
}

/** A bar for each hour or day, as high as it has answers; what could not be judged is on top. */
export function drawCourse(options: Options): SVGSVGElement {
  const { stretches, width, height } = options;
  const floor = height - ROOM_FOR_TIMES;
  const [step, most] = [width / stretches.length, busiest(stretches)];
  const bar = (index: number, from: number, n: number, fill: string): SVGRectElement =>
    svgPart('rect', {
      x: (index + (1 - SHARE_OF_BAR) / 2) * step,
      y: floor - ((from + n) / most) * floor,
      width: SHARE_OF_BAR * step,
      height: (n / most) * floor,
      fill,
    });
  const bars = stretches.flatMap(({ n_judged: nJudged, n_not_judged: nBlank }, index) => [
    bar(index, 0, nJudged, 'var(--accent)'),
    bar(index, nJudged, nBlank, 'var(--warn)'),
  ]);
  const line = { x1: 0, x2: width, y1: floor, y2: floor, stroke: 'var(--edge)' };
  return svgPart(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 13 },
    ...bars,
    svgPart('line', line),
    ...times(options),
  );
}
