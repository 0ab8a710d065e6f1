import { useCallback } from 'react';
import type { DifferencePlan, FamilyPlan } from '@/api/compared';
import { useDifferencePlan } from '@/features/comparison/api/significance';
import type { Focus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { drawPlan, familyName, pointsOf } from '@/features/comparison/significance/drawPlan';
import type { Point } from '@/features/comparison/significance/drawPlan';
import { isLowerBetter } from '@/features/comparison/texts/measuresOf';
import { sentence } from '@/shared/errors';
import { counted, formatCount, formatDifference, formatScore, formatShare } from '@/shared/format';
import { useSettled } from '@/shared/useSettled';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import { useAddress } from '@/shared/routing/useAddress';

const MOST_DIFFERENCE = 100_000;
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

function Shown(props: ShownProps) {
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

/** How many topics the difference that is looked at would take, or another that is typed in. */
export function TopicPlan({ comparison, selection, isOutdated, focus }: PanelProps) {
  const [params, change] = useAddress('/compare');
  const typed = params.get('find') ?? '';
  const find = useSettled(Number(typed) > 0 ? typed : '');
  const { data, error } = useDifferencePlan(selection, focus, find, !isOutdated);
  const isRank = isLowerBetter(comparison, focus.measure);
  return (
    <section aria-labelledby="how-many-topics">
      <h2 id="how-many-topics">How many topics</h2>
      <NumberField
        label="Difference to find"
        hint="In the measure’s units; empty for the one that was seen"
        kind="any"
        value={Number(typed) > 0 ? Number(typed) : null}
        none="as seen"
        min={0}
        max={MOST_DIFFERENCE}
        onChange={(number) => change({ find: number > 0 ? `${number}` : '' })}
        onEmpty={() => change({ find: '' })}
      />
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {error === null && data === undefined && <Waiting label="Planning" />}
      {error === null && data !== undefined && <Shown plan={data} focus={focus} isRank={isRank} />}
    </section>
  );
}
