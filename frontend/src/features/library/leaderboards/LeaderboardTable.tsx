import { Ticked } from '@/features/library/runs/Ticked';
import { useTicks } from '@/features/library/runs/useTicks';
import type { Described } from '@/features/library/archiving/DetailsDialog';
import type { BoardRow, BoardSought, Leaderboard } from '@/api/types';
import {
  comparisonOf,
  intervalsOf,
  judgedHead,
  movedWords,
  MARKS,
} from '@/features/library/leaderboards/leaderboard';
import { counted, formatRange, formatScore, formatShare } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { Tag } from '@/shared/ui/Tag';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import boxes from '@/features/library/runs/Ticked.module.css';
import styles from '@/features/library/leaderboards/leaderboard.module.css';

type Ticks = ReturnType<typeof useTicks<Described>>;

const describedBy = ({ run: name, kind, team, link }: BoardRow): Described => ({
  ...{ name, kind, team, link },
});

function RunCell({ row, ticks }: Readonly<{ row: BoardRow; ticks: Ticks }>) {
  const { ticked, tick } = ticks;
  return (
    <>
      <label className={boxes.tick}>
        <input
          type="checkbox"
          aria-label={`Tick ${row.run}`}
          checked={ticked.has(row.run)}
          onChange={({ target }) => tick(describedBy(row), target.checked)}
        />
      </label>
      <Link to={runPath(row.run)}>{row.run}</Link>{' '}
      {row.is_best_of_kind && <Tag>best of its kind</Tag>}
      {row.same_as !== null && <Tag>same ranking as {row.same_as}</Tag>}
      {(row.team !== '' || row.link !== '') && (
        <small>
          {row.team}
          {row.team !== '' && row.link !== '' && ', '}
          {row.link !== '' && (
            <a href={row.link} rel="noreferrer" aria-label={`Paper or code of ${row.run}`}>
              paper or code
            </a>
          )}
        </small>
      )}
      {row.n_missing > 0 && (
        <small>{counted(row.n_missing, 'topic')} without a ranking, scored worst</small>
      )}
    </>
  );
}

const kindCell = ({ kind }: BoardRow) => (
  <>
    <span aria-hidden="true" style={{ color: MARKS[kind].colour }}>
      {MARKS[kind].glyph}
    </span>{' '}
    {RUN_KINDS[kind]}
  </>
);

const columnsFor = (board: Leaderboard, ticks: Ticks): Columns<BoardRow> => {
  const isRank = board.lower_is_better;
  const hasLetters = board.rows.some(({ letters }) => letters !== '');
  return [
    wordsColumn('run', (row) => <RunCell row={row} ticks={ticks} />),
    { head: 'place', cell: ({ place }) => place },
    wordsColumn('kind', kindCell),
    {
      head: board.measure,
      cell: ({ mean, letters }) => (
        <>
          {formatScore(mean, isRank)}
          {hasLetters && <sup>{letters}</sup>}
        </>
      ),
    },
    ...intervalsOf(board).map(({ name, of }) => ({
      head: name,
      className: styles.interval,
      cell: (row: BoardRow) => formatRange(of(row), isRank),
    })),
    ...board.beside.map(({ name, lower_is_better: isLower }, at) => ({
      head: name,
      cell: ({ beside }: BoardRow) => formatScore(beside[at] ?? null, isLower),
    })),
    {
      head: judgedHead(board),
      at: board.sample === null ? undefined : 'sampling#scores-under-a-sample',
      cell: ({ judged }) => formatShare(judged),
    },
    ...(board.other_labels === null
      ? []
      : [
          {
            head: `under ${board.other_labels}`,
            cell: ({ other }: BoardRow) => formatScore(other?.mean ?? null, isRank),
          },
          { head: 'place there', cell: ({ other }: BoardRow) => other?.place ?? '–' },
          { head: 'moved', cell: movedWords },
        ]),
  ];
};

type Props = Readonly<{ board: Leaderboard; rows: readonly BoardRow[]; sought: BoardSought }>;

/** The board in numbers; runs that are ticked are compared, or described. */
export function LeaderboardTable({ board, rows, sought }: Props) {
  const ticks = useTicks<Described>();
  const shown = rows.filter(({ run }) => ticks.ticked.has(run));
  return (
    <>
      <CardTable
        label="Leaderboard"
        columns={columnsFor(board, ticks)}
        rows={rows}
        keyOf={({ run }) => run}
      />
      <Ticked
        runs={shown.map(describedBy)}
        compare={comparisonOf(board, rows, new Set(ticks.ticked.keys()))}
        onClear={ticks.clear}
      />
      <p className={buttons.actions}>
        {shown.length === 0 && (
          <span className={text.soft}>Tick runs to compare them or to edit their details.</span>
        )}
        <CsvLinks href={`/api/leaderboard?format=csv&${addressOf(sought)}`}>
          Download as CSV
        </CsvLinks>
      </p>
    </>
  );
}
