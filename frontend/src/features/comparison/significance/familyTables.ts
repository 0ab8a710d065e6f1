import type { ComparedSystems, SystemFamily, SystemPair, VarianceSource } from '@/api/compared';
import { pairRows } from '@/features/comparison/significance/families';
import type { PairRow } from '@/features/comparison/significance/families';
import {
  bareP,
  formatCount,
  formatDifference,
  formatInterval,
  formatP,
} from '@/shared/format/numbers';
import { toCsv } from '@/shared/ui/figure/csv';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

const FOUR = 4;
const figures = (value: number | null): string =>
  value === null ? '–' : String(Number(value.toPrecision(FOUR)));

/** The table of an analysis of variance. */
export const sourcesTable = ({ sources, labels }: SystemFamily): FigureTable<VarianceSource> => ({
  name: `Analysis of variance under ${labels}`,
  columns: [
    words('source', ({ factor }) => factor),
    numbers('sum of squares', (source) => source.sum_of_squares, figures),
    counts('df', ({ df }) => df),
    numbers('mean square', (source) => source.mean_square, figures),
    numbers('F', ({ f }) => f, figures),
    numbers(
      'p',
      (source) => source.p_value,
      (p) => (p === null ? '–' : formatP(p)),
    ),
    numbers('partial ω²', (source) => source.partial_omega_squared, figures),
  ],
  rows: sources,
});

/** What is said of a pair: "+.240**** [.120, .360], p < .001". */
export function describePair(pair: SystemPair, isRank: boolean): string {
  const difference = formatDifference(pair.difference, isRank) + pair.stars;
  const interval = formatInterval(pair.interval, isRank);
  const p = formatP(pair.p_adjusted ?? pair.p_value);
  return [`${difference} ${interval}`.trim(), p].filter((part) => part !== '').join(', ');
}

/** The pairs of one family in numbers: each run minus the other. */
export const pairNumbers = (family: SystemFamily): FigureTable<SystemPair> => {
  const isRank = family.lower_is_better;
  return {
    name: `Pairs of runs under ${family.labels}`,
    columns: [
      words('run', ({ run }) => run),
      words('minus', ({ baseline }) => baseline),
      numbers(
        'difference',
        ({ difference }) => difference,
        (value) => formatDifference(value, isRank),
      ),
      words('stars', ({ stars }) => stars),
      words('interval', ({ interval }) => formatInterval(interval, isRank) || '–'),
      numbers('p', (pair) => pair.p_adjusted ?? pair.p_value, bareP),
    ],
    rows: family.pairs,
  };
};

const pairsTable = (compared: ComparedSystems): FigureTable<PairRow> => {
  const lettersOf = (labels: string, run: string): string =>
    compared.families.find((family) => family.labels === labels)?.letters?.[
      compared.runs.indexOf(run)
    ] ?? '';
  const sampleOf = (labels: string): string =>
    compared.families.find((family) => family.labels === labels)?.sample?.text ?? '';
  return {
    name: 'Pairs of runs',
    columns: [
      words('labels', ({ labels }) => labels),
      words('measure', ({ measure }) => measure),
      words('baseline', ({ pair }) => pair.baseline),
      words('run', ({ pair }) => pair.run),
      numbers('difference', ({ pair }) => pair.difference),
      numbers('low', ({ pair }) => pair.interval?.[0] ?? null),
      numbers('high', ({ pair }) => pair.interval?.[1] ?? null),
      numbers('p_value', ({ pair }) => pair.p_value),
      numbers('p_adjusted', ({ pair }) => pair.p_adjusted),
      words('stars', ({ pair }) => pair.stars),
      words('baseline_letters', ({ labels, pair }) => lettersOf(labels, pair.baseline)),
      words('run_letters', ({ labels, pair }) => lettersOf(labels, pair.run)),
      words('method', () => compared.method),
      ...(compared.families.some(({ sample }) => sample != null)
        ? [words<PairRow>('sample', ({ labels }) => sampleOf(labels))]
        : []),
    ],
    rows: pairRows(compared),
  };
};

/** All pairs under all label sets; of an analysis of variance, the sources under the one looked at. */
export const familyCsv = (compared: ComparedSystems, looked: SystemFamily): string =>
  looked.sources.length > 0 ? toCsv(sourcesTable(looked)) : toCsv(pairsTable(compared));

/** How p was had, and from where on a difference is significant. */
export function describeFamily(
  { permutations, seed }: ComparedSystems,
  family: SystemFamily,
  isDrawn: boolean,
  corrected: string,
): string {
  const { how, note, pairs, correction, critical_difference: critical } = family;
  const draws =
    isDrawn && how !== 'exact' ? `, ${formatCount(permutations)} draws, seed ${seed}` : '';
  const holds =
    correction === null ? 'p holds for all pairs at once' : `p is corrected by ${corrected}`;
  const parts = [
    `${how}${draws}`,
    ...(pairs.length > 0 ? [holds] : []),
    ...(critical === null ? [] : [`significant at .05 from a difference of ${figures(critical)}`]),
    ...(note === '' ? [] : [note]),
  ];
  return `${parts.join('; ')}.`;
}
