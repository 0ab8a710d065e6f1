import type { LeftOut, PoolBias } from '@/api/compared';
import { drawRanges, rangesHeight } from '@/features/comparison/unjudged/drawRanges';
import type { Range } from '@/features/comparison/unjudged/drawRanges';
import { counted, formatDifference, formatScore } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

const [WITH, WITHOUT] = ['var(--line-1)', 'var(--line-2)'];

const POOL_KINDS = [
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

function poolTable(rows: readonly LeftOut[], isRank: boolean): FigureTable<LeftOut> {
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
    return 'Leaving any one run out of the pool would not change its score.';
  const moved = rows.filter((row) => row.place !== row.place_without).length;
  const places =
    moved === 0 ? 'no run changes its place' : `${counted(moved, 'run')} would change place`;
  const found = formatDifference(most.difference, isRank);
  return `${most.run} would change most had it not been pooled, by ${found}; ${places}.`;
}

/** The score of each run beside the one without what it, or its team, alone brought in. */
export function PoolFigure({ answer }: Readonly<{ answer: PoolBias }>) {
  const { rows, label_set: labels, depth, by, pool_known: isKnown } = answer;
  const isRank = rows[0]?.lower_is_better ?? false;
  const measure = rows[0]?.measure ?? '';
  const ranges = poolRanges(rows, isRank);
  const title = `${measure} of each run under ${labels}, had ${by === 'run' ? 'it' : 'its team'} not been pooled`;
  const way = isRank ? ' Lower is better, so the axis is turned: right is better.' : '';
  return (
    <>
      {!isKnown && (
        <p className={text.warn}>
          Which runs were pooled for {labels} is not known here: the runs of this comparison count
          as the pool, and a passage may count as unique that another run brought in, too.
        </p>
      )}
      <p>{describePool(rows, isRank)}</p>
      <Figure
        title={title}
        caption={`${title}, from the first ${depth} passages of a topic. Labels that ${by === 'run' ? 'a run' : 'a team'} alone brought in are taken out, and every run is scored again.${way}`}
        draw={drawRanges}
        axes={{ across: measure }}
        of={{ ranges, kinds: POOL_KINDS, isRank }}
        table={poolTable(rows, isRank)}
        fileName={`pool-bias-${measure}-${labels}`}
        height={rangesHeight(ranges)}
      />
      <p className={text.note}>
        How <Defined at="significance#pool-bias">pool bias</Defined> is measured.
      </p>
    </>
  );
}
