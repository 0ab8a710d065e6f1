import * as Plot from '@observablehq/plot';
import type { TopicReview } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { ticksUpTo } from '@/shared/ui/figure/groups';
import { LOOK } from '@/shared/ui/figure/look';

export type Drawn = Readonly<{
  review: Pick<TopicReview, 'found' | 'rules' | 'estimated_relevant'>;
  /** The key of the rule that is pointed at; '' for none. */
  marked: string;
}>;

/** Rules that would have stopped at one number of judged passages. */
export type StopLine = Readonly<{ at: number; names: string; isMarked: boolean }>;

/** A line for each number of judged passages at which rules would have stopped, in order. */
export function stopLines({ review: { rules }, marked }: Drawn): StopLine[] {
  const stops = [...new Set(rules.map(({ at }) => at))].filter((at) => at !== null);
  return stops
    .toSorted((one, other) => one - other)
    .map((at) => {
      const here = rules.filter((rule) => rule.at === at);
      return {
        at,
        names: here.map(({ name }) => name).join(', '),
        isMarked: here.some(({ key }) => key === marked),
      };
    });
}

const [LABEL_ROW, PICTURE, BOTTOM] = [16, 250, 42];
/** Beyond this share of the width a label stands to the left of its line. */
const TURN = 0.55;

export const heightOf = (drawn: Drawn): number =>
  PICTURE + BOTTOM + (stopLines(drawn).length + 1) * LABEL_ROW;

const whole = (last: number): number[] =>
  ticksUpTo(last, 1).filter((one) => Number.isInteger(one) && one <= last);

const colourOf = ({ isMarked }: StopLine): string => (isMarked ? 'var(--worse)' : 'var(--soft)');

/** One label a row above the picture, so that none lies on another. */
const labels = (lines: readonly StopLine[], last: number) =>
  lines.map((line, row) =>
    Plot.text([line], {
      x: 'at',
      frameAnchor: 'top',
      dy: -LABEL_ROW * (lines.length - row),
      dx: line.at > TURN * last ? -5 : 5,
      textAnchor: line.at > TURN * last ? 'end' : 'start',
      text: 'names',
      fill: colourOf,
      fontWeight: line.isMarked ? 700 : 400,
    }),
  );

/** Relevant passages found against judged ones, with a line where each rule would have stopped. */
export function drawTopic(width: number, drawn: Drawn): Element {
  const { found, estimated_relevant: estimate } = drawn.review;
  const lines = stopLines(drawn);
  const last = Math.max(found.length - 1, 1);
  const most = Math.max(found.at(-1) ?? 0, estimate ?? 0, 1);
  const steps = found.map((n, judged) => ({ judged, n }));
  return Plot.plot({
    width,
    height: heightOf(drawn),
    marginLeft: 48,
    marginRight: 14,
    marginTop: (lines.length + 1) * LABEL_ROW,
    marginBottom: BOTTOM,
    style: LOOK,
    x: {
      label: 'judged',
      labelOffset: 36,
      domain: [0, last],
      ticks: whole(last),
      tickFormat: formatCount,
    },
    y: {
      label: 'relevant found',
      grid: true,
      domain: [0, most],
      ticks: whole(most),
      tickFormat: formatCount,
    },
    marks: [
      Plot.ruleX(lines, {
        x: 'at',
        stroke: colourOf,
        strokeWidth: ({ isMarked }: StopLine) => (isMarked ? 3 : 1.5),
        strokeDasharray: '5 4',
      }),
      ...(estimate === null
        ? []
        : [
            Plot.ruleY([estimate], { stroke: 'var(--accent)', strokeDasharray: '2 4' }),
            Plot.text([estimate], {
              y: (value: number) => value,
              frameAnchor: 'right',
              dy: 10,
              text: () => 'estimated',
              fill: 'var(--accent)',
            }),
          ]),
      Plot.lineY(steps, {
        x: 'judged',
        y: 'n',
        curve: 'step-after',
        stroke: 'var(--accent)',
        strokeWidth: 2.5,
      }),
      ...labels(lines, last),
    ],
  });
}
