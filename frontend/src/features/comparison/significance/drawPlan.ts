import * as Plot from '@observablehq/plot';
import type { DifferencePlan, FamilyPlan } from '@/api/compared';
import { counted, formatCount, formatScore } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

const WIDE = 600;
const NEAR = 0.3;

/** Which of a table's tests the plan is of, in words. */
export const familyName = ({ n_tests: n }: FamilyPlan): string =>
  n === 1 ? 'this test alone' : `one of ${counted(n, 'test')}`;

export type Point = Readonly<{ family: string; topics: number; difference: number }>;

export const pointsOf = ({ families }: DifferencePlan): Point[] =>
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

/** The least difference that so many topics find; level, what the plan is for; upright, the topics at hand. */
export function drawPlan(plan: DifferencePlan, isRank: boolean, width: number): Element {
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
