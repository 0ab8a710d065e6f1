import type { RunMean } from '@/api/compared';
import type { Line } from '@/features/comparison/order/drawLines';
import { counted, formatScore } from '@/shared/format/numbers';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { differenceOf } from '@/shared/evaluation/direction';

const unique = (values: readonly string[]): string[] => [...new Set(values)];

export type Slopes = Readonly<{ lines: readonly Line[]; places: readonly string[] }>;

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
