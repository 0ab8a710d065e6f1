import type { BoardDetails } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { svgPart } from '@/shared/ui/figure/svg';

export type Stretch = Course['stretches'][number];

const MOST_BARS = 1000;

/** Days are counted in the calendar: some have 23 or 25 hours. */
function next(at: Date, by: Course['by']): Date {
  if (by === 'hour') return new Date(at.getTime() + HOUR_MS);
  const day = new Date(at);
  day.setDate(day.getDate() + 1);
  return day;
}

/** Every hour or day from the first to the last, those without a judgment too. */
export function withoutGaps({ by, stretches }: Course): Stretch[] {
  const filled: Stretch[] = [];
  for (const stretch of stretches) {
    let at = new Date(filled.at(-1)?.at ?? stretch.at);
    if (filled.length > 0) at = next(at, by);
    while (at < new Date(stretch.at) && filled.length < MOST_BARS) {
      filled.push({ at: at.toISOString(), n_judged: 0, n_not_judged: 0, active_ms: 0 });
      at = next(at, by);
    }
    filled.push(stretch);
  }
  return filled;
}

export const busiest = (stretches: readonly Stretch[]): number =>
  Math.max(...stretches.map(({ n_judged, n_not_judged }) => n_judged + n_not_judged), 1);

const ROOM_FOR_TIMES = 24;
const SHARE_OF_BAR = 0.8;

const HOUR_MS = 3_600_000;
const HEIGHT = 140;

type Course = BoardDetails['course'];
type Filled = Readonly<{ stretches: readonly Stretch[]; by: Course['by'] }>;

const when = (by: Course['by'], at: string): string =>
  by === 'hour' ? `${formatDay(at)}, ${formatClock(at)}` : formatDay(at);

/** The times of the first and the last bar, below them. */
function times(width: number, { stretches, by }: Filled): SVGTextElement[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (first === undefined || last === undefined) return [];
  const below = { y: HEIGHT - 6, fill: 'var(--soft)' };
  const ends = [svgPart('text', { ...below, x: 0, 'text-anchor': 'start' }, when(by, first.at))];
  if (first !== last)
    ends.push(svgPart('text', { ...below, x: width, 'text-anchor': 'end' }, when(by, last.at)));
  return ends;
}

/** A bar for each hour or day, as high as it has answers; what could not be judged is on top. */
function drawCourse(width: number, filled: Filled): SVGSVGElement {
  const { stretches } = filled;
  const floor = HEIGHT - ROOM_FOR_TIMES;
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
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, 'font-size': 13 },
    ...bars,
    svgPart('line', line),
    ...times(width, filled),
  );
}

const columnsOf = (by: Course['by']): Column<Stretch>[] => [
  words(
    by,
    ({ at }) => at,
    ({ at }) => when(by, at),
  ),
  counts('judged', ({ n_judged: n }) => n),
  counts('could not be judged', ({ n_not_judged: n }) => n),
  numbers(
    'hours of work',
    ({ active_ms: ms }) => ms / HOUR_MS,
    (hours) => (hours ?? 0).toFixed(1),
  ),
];

/** A bar for each hour or day; what could not be judged is on top, in another shade. */
export default function CoursePicture({ course }: Readonly<{ course: Course }>) {
  const { by } = course;
  const stretches = withoutGaps(course);
  const most = counted(busiest(stretches), 'answer');
  const blank = stretches.some(({ n_not_judged: n }) => n > 0)
    ? ' Passages that could not be judged are on top, in another colour.'
    : '';
  return (
    <Figure
      title={`Judgments by ${by}`}
      caption={`${most} in the busiest ${by}, also to gold and qualification pairs.${blank}`}
      draw={drawCourse}
      of={{ stretches, by }}
      table={{
        name: 'Judgments over time',
        columns: columnsOf(by),
        rows: stretches.toReversed(),
      }}
      fileName={`judgments-by-${by}`}
      axes={{ across: by, up: 'judgments' }}
      height={HEIGHT}
    />
  );
}
