import type { LeftOut } from '@/api/compared';
import type { Range } from '@/features/comparison/unjudged/drawRanges';
import { counted, formatDifference, formatScore } from '@/shared/format/numbers';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

const [WITH, WITHOUT] = ['var(--line-1)', 'var(--line-2)'];

export const POOL_KINDS = [
  { name: 'score', colour: WITH },
  { name: 'had it not been pooled', colour: WITHOUT },
];

/** From the score to what it would be. */
export const poolRanges = (rows: readonly LeftOut[], isRank: boolean): Range[] =>
  rows.map(({ run, score, score_without: without, place, place_without: other }) => ({
    name: run,
    spans: [{ from: score, to: without, colour: WITHOUT }],
    marks: [
      { at: without, shape: 'ring', colour: WITHOUT },
      { at: score, shape: 'dot', colour: WITH },
    ],
    text: `${run}: ${formatScore(score, isRank)} in place ${place}, without its own labels ${formatScore(without, isRank)} in place ${other}`,
  }));

export function poolTable(rows: readonly LeftOut[], isRank: boolean): FigureTable<LeftOut> {
  const show = (value: number | null): string => formatScore(value, isRank);
  return {
    name: 'Scores with and without what each alone brought in',
    columns: [
      words('run', ({ run }) => run),
      words('team', ({ team }) => team),
      counts('unique', ({ n_unique: n }) => n),
      counts('unique relevant', ({ n_unique_relevant: n }) => n),
      numbers('score', ({ score }) => score, show),
      numbers('without', ({ score_without: score }) => score, show),
      numbers(
        'difference',
        ({ difference }) => difference,
        (value) => formatDifference(value, isRank),
      ),
      counts('place', ({ place }) => place),
      counts('place without', ({ place_without: place }) => place),
    ],
    rows,
  };
}

const size = ({ difference }: LeftOut): number => Math.abs(difference);

/** Who would lose most, and whether anybody’s place would change. */
export function describePool(rows: readonly LeftOut[], isRank: boolean): string {
  const [most] = rows.toSorted((a, b) => size(b) - size(a));
  if (most === undefined || most.difference === 0)
    return 'No run would score otherwise had it not been pooled.';
  const moved = rows.filter((row) => row.place !== row.place_without).length;
  const places =
    moved === 0 ? 'no run changes its place' : `${counted(moved, 'run')} would change place`;
  const found = formatDifference(most.difference, isRank);
  return `${most.run} would change most had it not been pooled, by ${found}; ${places}.`;
}
