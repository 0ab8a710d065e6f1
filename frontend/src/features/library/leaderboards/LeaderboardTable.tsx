import { useState } from 'react';
import type { BoardRow, BoardSought, Leaderboard } from '@/api/types';
import {
  comparisonOf,
  intervalWords,
  movedWords,
  MARKS,
} from '@/features/library/leaderboards/leaderboard';
import { counted, formatScore, formatShare } from '@/shared/format/numbers';
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
import styles from '@/features/library/leaderboards/leaderboard.module.css';

type Choice = Readonly<{
  chosen: ReadonlySet<string>;
  choose: (run: string, isChosen: boolean) => void;
}>;

function RunCell({ row }: Readonly<{ row: BoardRow }>) {
  return (
    <>
      <Link to={runPath(row.run)}>{row.run}</Link>{' '}
      {row.is_best_of_kind && <Tag>best of its kind</Tag>}
      {row.team !== '' && <small>{row.team}</small>}
      {row.n_missing > 0 && (
        <small>{counted(row.n_missing, 'topic')} without a ranking, scored worst</small>
      )}
    </>
  );
}

function KindCell({ kind }: Pick<BoardRow, 'kind'>) {
  const { colour, glyph } = MARKS[kind];
  return (
    <>
      <span aria-hidden="true" style={{ color: colour }}>
        {glyph}
      </span>{' '}
      {RUN_KINDS[kind]}
    </>
  );
}

const columnsFor = (board: Leaderboard, { chosen, choose }: Choice): Columns<BoardRow> => {
  const isRank = board.lower_is_better;
  return [
    wordsColumn('run', (row) => <RunCell row={row} />),
    { head: 'place', cell: ({ place }) => place },
    wordsColumn('kind', ({ kind }) => <KindCell kind={kind} />),
    { head: board.measure, cell: ({ mean }) => formatScore(mean, isRank) },
    {
      head: '95% interval',
      className: styles.interval,
      cell: (row) => intervalWords(row, isRank),
    },
    {
      head: board.cutoff === null ? 'judged' : `judged@${board.cutoff}`,
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
    {
      head: 'compare',
      cell: ({ run }) => (
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={`Compare ${run}`}
            checked={chosen.has(run)}
            onChange={({ target }) => choose(run, target.checked)}
          />
        </label>
      ),
    },
  ];
};

type Props = Readonly<{ board: Leaderboard; rows: readonly BoardRow[]; sought: BoardSought }>;

/** The board in numbers; runs that are ticked are compared. */
export function LeaderboardTable({ board, rows, sought }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (run: string, isChosen: boolean): void =>
    setChosen((all) => new Set(isChosen ? [...all, run] : [...all].filter((one) => one !== run)));
  const compare = comparisonOf(board, rows, chosen);
  return (
    <>
      <CardTable
        label="Leaderboard"
        columns={columnsFor(board, { chosen, choose })}
        rows={rows}
        keyOf={({ run }) => run}
      />
      <p className={buttons.actions}>
        {compare === null ? (
          <span className={text.soft}>Tick two runs or more to compare them.</span>
        ) : (
          <Link to={compare} className={buttons.primary}>
            Compare these
          </Link>
        )}
        <CsvLinks href={`/api/leaderboard?format=csv&${addressOf(sought)}`}>
          Download as CSV
        </CsvLinks>
      </p>
    </>
  );
}
