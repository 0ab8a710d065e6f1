import { useCallback } from 'react';
import type { DifferencePlan, FamilyPlan } from '@/api/compared';
import type { Focus } from '@/features/comparison/choice/focus';
import { drawPlan, familyName, pointsOf } from '@/features/comparison/significance/drawPlan';
import type { Point } from '@/features/comparison/significance/drawPlan';
import {
  counted,
  formatCount,
  formatDifference,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

const LEAST_SHOWN = 0.001;

type ShownProps = Readonly<{ plan: DifferencePlan; focus: Focus; isRank: boolean }>;

/** What these topics find, and how many it would take: for the test alone, and as one of its table. */
function PlanTable({ plan, isRank }: ShownProps) {
  const size = Math.abs(plan.difference);
  const wanted =
    size < LEAST_SHOWN ? String(Number(size.toPrecision(2))) : formatScore(size, isRank);
  const columns: Columns<FamilyPlan> = [
    { head: 'as', label: '', isWords: true, cell: familyName },
    { head: 'level of the test', cell: ({ alpha }) => String(Number(alpha.toPrecision(2))) },
    {
      head: `${counted(plan.n_topics, 'topic')} find`,
      cell: ({ detectable }) => formatScore(detectable, isRank),
    },
    {
      head: `topics for ${wanted}`,
      cell: ({ needed }) => (needed === null ? 'none would do' : formatCount(needed)),
    },
  ];
  return (
    <CardTable
      label="How many topics"
      columns={columns}
      rows={plan.families}
      keyOf={(family) => family.n_tests}
    />
  );
}

function PlanFigure({ plan, focus: { measure, run, labels }, isRank }: ShownProps) {
  const draw = useCallback((width: number) => drawPlan(plan, isRank, width), [plan, isRank]);
  const power = formatShare(plan.power);
  const title = `What a number of topics finds, ${measure}, ${run} under ${labels}`;
  const [name, score] = [
    'Differences that are found',
    (y: number | null) => formatScore(y, isRank),
  ];
  return (
    <Figure
      title={title}
      caption={`The least difference that so many topics find in ${power} of cases. Dashed: the difference planned for. The vertical line: the topics at hand.`}
      draw={draw}
      table={{
        name,
        columns: [
          words<Point>('as', ({ family }) => family),
          counts<Point>('topics', ({ topics }) => topics),
          numbers<Point>('difference', ({ difference }) => difference, score),
        ],
        rows: pointsOf(plan),
      }}
      fileName={`topics-needed-${measure}-${run}-${labels}`}
      height={280}
    />
  );
}

/** How many topics a difference takes, as a table and a figure. */
export function PlanAnswer(props: ShownProps) {
  const { plan, focus, isRank } = props;
  return (
    <>
      <p>
        {focus.run} differs by {formatDifference(plan.observed, isRank)} in {focus.measure} under{' '}
        {focus.labels}, over {counted(plan.n_topics, 'topic')} whose differences vary with a
        standard deviation of {formatScore(plan.sd, isRank)}.
      </p>
      <PlanTable {...props} />
      <p className={text.soft}>
        By the two-sided paired t-test with {formatShare(plan.power)} power. In a table the level is
        divided by its tests (Bonferroni), so that corrections by Holm and others need no more. A
        difference that was seen may be larger or smaller than the true one: plan for the least that
        matters. <Defined at="significance#power">Power</Defined>
      </p>
      {plan.sd > 0 && <PlanFigure {...props} />}
    </>
  );
}
