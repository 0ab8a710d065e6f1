import * as Plot from '@observablehq/plot';
import type { DifferencePlan, FamilyPlan } from '@/api/compared';
import type { Focus } from '@/features/comparison/choice/focus';
import {
  counted,
  formatCount,
  formatDifference,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import { LOOK } from '@/shared/ui/figure/look';
import { CardTable, unnamedColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import text from '@/shared/styles/text.module.css';

const WIDE = 600;
const NEAR = 0.3;

/** Which of a table's tests the plan is of, in words. */
const familyName = ({ n_tests: n }: FamilyPlan): string =>
  n === 1 ? 'this test alone' : `one of ${counted(n, 'test')}`;

type Point = Readonly<{ family: string; topics: number; difference: number }>;

const pointsOf = ({ families }: DifferencePlan): Point[] =>
  families.flatMap((family) =>
    family.curve.map(({ n_topics: topics, difference }) => ({
      family: familyName(family),
      topics,
      difference,
    })),
  );

/** The numbers of topics that the axis names: on a phone fewer, and none too near to the topics at hand. */
function numbersShown({ n_topics: here, families }: DifferencePlan, width: number): number[] {
  const numbers = families[0]?.curve.map(({ n_topics: n }) => n) ?? [];
  const isClear = (n: number): boolean => Math.abs(Math.log(n / here)) > NEAR;
  const isNamed = (n: number): boolean => width > WIDE || /^10*$/.test(`${n}`);
  return numbers.filter((n) => n === here || (isNamed(n) && isClear(n)));
}

type Drawn = Readonly<{ plan: DifferencePlan; isRank: boolean }>;

/** The least difference that so many topics find; level, what the plan is for; upright, the topics at hand. */
function drawPlan(width: number, { plan, isRank }: Drawn): Element {
  const points = pointsOf(plan);
  const families = plan.families.map(familyName);
  const stroke = ({ family }: Point): string => `var(--line-${families.indexOf(family) + 1})`;
  const first = families.map((family) => points.filter((point) => point.family === family)[0]);
  return Plot.plot({
    width,
    height: 280,
    marginLeft: 48,
    marginRight: 24,
    marginBottom: 44,
    style: LOOK,
    x: { type: 'log', label: 'topics' },
    y: {
      label: null,
      grid: true,
      zero: true,
      nice: true,
      tickFormat: (y: number) => formatScore(y, isRank),
    },
    marks: [
      Plot.axisX(numbersShown(plan, width), { label: 'topics', tickFormat: formatCount }),
      Plot.ruleY([Math.abs(plan.difference)], { stroke: 'currentColor', strokeDasharray: '5 4' }),
      Plot.ruleX([plan.n_topics], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.line(points, { x: 'topics', y: 'difference', z: 'family', stroke, strokeWidth: 2.5 }),
      Plot.dot(points, { x: 'topics', y: 'difference', fill: stroke, r: 3 }),
      Plot.text(
        first.filter((point) => point !== undefined),
        {
          x: 'topics',
          y: 'difference',
          text: 'family',
          fill: 'currentColor',
          textAnchor: 'start',
          dx: 8,
          dy: -8,
        },
      ),
    ],
  });
}

const LEAST_SHOWN = 0.001;

type ShownProps = Readonly<{ plan: DifferencePlan; focus: Focus; isRank: boolean }>;

/** What these topics find, and how many it would take: for the test alone, and as one of its table. */
function PlanTable({ plan, isRank }: ShownProps) {
  const size = Math.abs(plan.difference);
  const wanted =
    size < LEAST_SHOWN ? String(Number(size.toPrecision(2))) : formatScore(size, isRank);
  const columns: Columns<FamilyPlan> = [
    unnamedColumn('as', familyName),
    { head: 'level of the test', cell: ({ alpha }) => String(Number(alpha.toPrecision(2))) },
    {
      head: `${counted(plan.n_topics, 'topic')} find`,
      cell: ({ detectable }) => formatScore(detectable, isRank),
    },
    {
      head: `topics for ${wanted}`,
      cell: ({ needed }) => (needed === null ? 'no number is enough' : formatCount(needed)),
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
  const power = formatShare(plan.power);
  const title = `Detectable differences, ${measure}, ${run} under ${labels}`;
  const [name, score] = [
    'Detectable differences by number of topics',
    (y: number | null) => formatScore(y, isRank),
  ];
  return (
    <Figure
      title={title}
      caption={`The smallest difference that so many topics detect in ${power} of cases. Dashed: the difference planned for. Vertical line: the topics compared here.`}
      draw={drawPlan}
      axes={{ up: `difference in ${measure}` }}
      of={{ plan, isRank }}
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
