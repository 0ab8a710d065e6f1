import type { RunMean, RunOrders } from '@/api/compared';
import { drawLines, showsAllIntervals } from '@/features/comparison/order/drawLines';
import type { Line } from '@/features/comparison/order/drawLines';
import { differenceOf } from '@/shared/evaluation/direction';
import { counted, formatScore } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

const unique = (values: readonly string[]): string[] => [...new Set(values)];

type Slopes = Readonly<{ lines: readonly Line[]; places: readonly string[] }>;

/** A line for each run: its mean by a measure under each label set. */
export function slopesOf(means: readonly RunMean[], measure: string): Slopes {
  const chosen = means.filter((one) => one.measure === measure);
  const places = unique(chosen.map(({ labels }) => labels));
  const lines = unique(chosen.map(({ run }) => run)).map((name) => {
    const found = places.map((place) =>
      chosen.find(({ run, labels }) => run === name && labels === place),
    );
    return {
      name,
      values: found.map((one) => one?.mean ?? null),
      intervals: found.map((one) => one?.interval ?? null),
    };
  });
  return { lines, places };
}

/** A row for each run; for each label set its mean and the ends of the interval. */
export function slopeTable({ lines, places }: Slopes, isRank: boolean): FigureTable<Line> {
  const show = (value: number | null): string => formatScore(value, isRank);
  return {
    name: 'Means by run and label set',
    columns: [
      words('run', ({ name }) => name),
      ...places.flatMap((labels, at) => [
        numbers<Line>(labels, ({ values }) => values[at] ?? null, show),
        numbers<Line>(`${labels} low`, ({ intervals }) => intervals?.[at]?.[0] ?? null, show),
        numbers<Line>(`${labels} high`, ({ intervals }) => intervals?.[at]?.[1] ?? null, show),
      ]),
    ],
    rows: lines,
  };
}

/** Pairs of lines that stand the other way round at the last place than at the first. */
export function countTurned(lines: readonly Line[]): Readonly<{ turned: number; pairs: number }> {
  let [turned, pairs] = [0, 0];
  lines.forEach((one, at) =>
    lines.slice(at + 1).forEach((other) => {
      const [first, last] = [0, -1].map((place) =>
        differenceOf(other.values.at(place) ?? 0, one.values.at(place) ?? 0),
      );
      pairs += 1;
      turned += (first ?? 0) * (last ?? 0) < 0 ? 1 : 0;
    }),
  );
  return { turned, pairs };
}

/** What is seen, in one sentence. */
export function describeSlopes({ lines, places }: Slopes, isRank: boolean): string {
  const [first = '', last = ''] = [places[0], places.at(-1)];
  if (places.length > 1) {
    const { turned, pairs } = countTurned(lines);
    const share =
      turned === 0
        ? 'No pair of runs stands'
        : `${turned} of ${counted(pairs, 'pair')} of runs ${turned === 1 ? 'stands' : 'stand'}`;
    return `${share} the other way round under ${last} than under ${first}.`;
  }
  const sign = isRank ? -1 : 1;
  const best = lines.toSorted((a, b) => sign * ((b.values[0] ?? 0) - (a.values[0] ?? 0)))[0];
  if (best === undefined) return '';
  return `${best.name} stands first under ${first}, with ${formatScore(best.values[0] ?? null, isRank)}.`;
}

type Props = Readonly<{
  orders: RunOrders;
  measure: string;
  isRank: boolean;
  run: string;
  nTopics: number;
}>;

/** The mean of each run under each label set, with its interval. */
export function SlopeFigure({ orders: { means }, measure, isRank, run, nTopics }: Props) {
  const slopes = slopesOf(means, measure);
  const title = `Mean ${measure} of each run under each label set`;
  const way = isRank ? 'Lower is better, so the axis is turned: up is better.' : 'Up is better.';
  const whose = showsAllIntervals(slopes.lines) ? 'Bars' : `Bars, for ${run} alone`;
  return (
    <>
      <p>{describeSlopes(slopes, isRank)}</p>
      <Figure
        title={title}
        caption={`${title}, ${nTopics} topics. ${way} ${whose}: 95% interval of the mean over topics (Student’s t), within the measure’s limits.`}
        draw={drawLines}
        of={{ ...slopes, isRank, focus: run }}
        table={slopeTable(slopes, isRank)}
        fileName={`runs-by-labels-${measure}`}
        height={320}
      />
      <p className={text.note}>
        Intervals of two runs may overlap and their difference still be real: see the{' '}
        <Defined at="significance#interval-of-a-mean">interval of a mean</Defined>.
      </p>
    </>
  );
}
