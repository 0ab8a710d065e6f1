import type { BoundedRun, RunBounds } from '@/api/compared';
import type { Range } from '@/features/comparison/unjudged/drawRanges';
import { differenceOf } from '@/shared/evaluation/direction';
import { formatScore } from '@/shared/format/numbers';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

const [OWN, RBP] = ['var(--line-1)', 'var(--line-5)'];

export const under = ({ rows }: RunBounds, labels: string): readonly BoundedRun[] =>
  rows.filter((row) => row.labels === labels);

/** Whether RBP and the measure lie on one axis: both from 0 to 1, higher is better. */
export const hasRbpBeside = (
  { lower_is_better: isRank, measure, rbp }: RunBounds,
  rows: readonly BoundedRun[],
): boolean =>
  !isRank && measure !== rbp && rows.every(({ bounds }) => (bounds?.optimistic ?? 0) <= 1);

/** What the colours of the figure stand for. */
export const kindsOf = (answer: RunBounds, rows: readonly BoundedRun[]) => [
  { name: answer.measure, colour: OWN },
  ...(hasRbpBeside(answer, rows) ? [{ name: `${answer.rbp} and its residual`, colour: RBP }] : []),
];

/** A bar from pessimistic to optimistic with the score and the condensed one, RBP's beside it. */
export function rangesOf(answer: RunBounds, rows: readonly BoundedRun[]): Range[] {
  const isRank = answer.lower_is_better;
  const show = (value: number): string => formatScore(value, isRank);
  const isBeside = hasRbpBeside(answer, rows);
  return rows.flatMap(({ run, score, bounds, rbp, residual }) => {
    if (bounds === null) return [];
    const { pessimistic, optimistic, condensed } = bounds;
    return {
      name: run,
      spans: [
        { from: pessimistic, to: optimistic, colour: OWN },
        ...(isBeside ? [{ from: rbp, to: rbp + residual, colour: RBP }] : []),
      ],
      marks: [
        { at: condensed, shape: 'diamond' as const, colour: OWN },
        { at: score, shape: 'dot' as const, colour: OWN },
      ],
      text: `${run}: ${show(score)}, from ${show(pessimistic)} to ${show(optimistic)}, condensed ${show(condensed)}`,
    };
  });
}

/** What may come of the order of a run and the baseline, in a word. */
function orderOf({ bounds }: BoundedRun): string {
  const sure = bounds?.is_order_sure ?? null;
  if (sure === null) return '–';
  return sure ? 'cannot turn' : 'may turn';
}

export function boundsTable(
  answer: RunBounds,
  rows: readonly BoundedRun[],
): FigureTable<BoundedRun> {
  const show = (value: number | null): string => formatScore(value, answer.lower_is_better);
  return {
    name: 'Scores and bounds by run',
    columns: [
      words('run', ({ run }) => run),
      numbers(answer.measure, ({ score }) => score, show),
      numbers('pessimistic', ({ bounds }) => bounds?.pessimistic ?? null, show),
      numbers('optimistic', ({ bounds }) => bounds?.optimistic ?? null, show),
      numbers('condensed', ({ bounds }) => bounds?.condensed ?? null, show),
      words('order with the baseline', orderOf),
      numbers(answer.rbp, ({ rbp }) => rbp),
      numbers('residual', ({ residual }) => residual),
    ],
    rows,
  };
}

/** Whether the focused run's place beside the baseline holds whatever is unjudged. */
export function describeBounds(
  answer: RunBounds,
  rows: readonly BoundedRun[],
  focus: string,
): string {
  const { baseline, measure, lower_is_better: isRank, is_floor: isFloor } = answer;
  const [run, base] = [focus, baseline].map((name) => rows.find((row) => row.run === name));
  if (run === undefined || base === undefined || run === base) return '';
  if (!isFloor)
    return `By ${measure} no lead is certain: it divides by the number of known relevant passages, so more labels can also lower a score.`;
  const apart = differenceOf(base.score, run.score) * (isRank ? -1 : 1);
  const [ahead, behind] = apart >= 0 ? [run.run, base.run] : [base.run, run.run];
  return run.bounds?.is_order_sure === true
    ? `No judgment of unjudged passages can reverse ${ahead}’s lead over ${behind}: its worst score beats the other’s best.`
    : apart === 0
      ? `${run.run} and ${base.run} score the same; unjudged passages may separate them.`
      : `${ahead}’s lead over ${behind} may be reversed: the two intervals overlap.`;
}
