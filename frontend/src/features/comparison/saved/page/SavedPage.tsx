import { useOpened } from '@/api/savedComparisons';
import type { FrozenRow, OpenedComparison } from '@/api/types';
import { KeptAnswers } from '@/features/comparison/saved/page/KeptAnswers';
import { MovedList } from '@/features/comparison/saved/page/MovedList';
import { isSameThere, openedAddress } from '@/features/comparison/saved/page/openedAddress';
import { CORRECTIONS, TESTS } from '@/shared/evaluation/testNames';
import {
  counted,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { Navigate, useParams } from '@/shared/routing/Routes';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Measure } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import styles from '@/features/comparison/saved/page/saved.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** The corrected p where there is one. */
const pOf = ({ p_adjusted: adjusted, p_value: plain }: FrozenRow): number | null =>
  adjusted ?? plain;

const intervalOf = ({ low, high }: FrozenRow): readonly number[] | null =>
  low === null || high === null ? null : [low, high];

const COLUMNS: Columns<FrozenRow> = [
  wordsColumn('measure', ({ measure, lower_is_better: isLower }) => (
    <>
      <Measure name={measure} />
      {isLower && ' ↓'}
    </>
  )),
  wordsColumn('run', ({ run }) => <Link to={runPath(run)}>{run}</Link>),
  wordsColumn('baseline', ({ baseline }) => <Link to={runPath(baseline)}>{baseline}</Link>),
  {
    head: 'baseline mean',
    cell: (row) => formatScore(row.baseline_mean, row.lower_is_better),
  },
  { head: 'mean', cell: (row) => formatScore(row.run_mean, row.lower_is_better) },
  {
    head: 'difference',
    cell: (row) => `${formatDifference(row.difference, row.lower_is_better)}${row.stars}`,
  },
  { head: 'interval', cell: (row) => formatInterval(intervalOf(row), row.lower_is_better) },
  { head: 'p', cell: (row) => formatP(pOf(row)) },
];

type FrozenTableProps = Readonly<{ labels: string; rows: readonly FrozenRow[] }>;

/** The frozen numbers under one label set. */
function FrozenTable({ labels, rows }: FrozenTableProps) {
  return (
    <CardTable
      label={`Frozen scores under ${labels}`}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ measure, run, baseline }) => `${measure} ${run} ${baseline}`}
    />
  );
}

type Props = Readonly<{ opened: OpenedComparison }>;

/** In what the same question would be answered otherwise today, and how to ask it. */
function Since({ opened }: Props) {
  const { moved } = opened;
  return (
    <>
      <MovedList
        label="What has changed since"
        found="The same question may have another answer today. The numbers below stay as they were."
        moved={moved}
      />
      <p className={buttons.actions}>
        {moved.length === 0 && <span>The same question has the same answer today.</span>}
        <Link to={openedAddress(opened)}>{moved.length === 0 ? 'Open it' : 'Ask again'}</Link>
      </p>
    </>
  );
}

const nameOf = (names: Readonly<Record<string, string>>, name: string): string =>
  names[name] ?? name;

/** What was tested how, below the name. */
function Facts({ opened }: Props) {
  const { row, frozen_at: at, test, correction, rows } = opened;
  const topics = rows[0] === undefined ? '' : ` over ${counted(rows[0].n_topics, 'topic')}`;
  return (
    <p className={text.soft}>
      Frozen {formatDay(at)}
      {row.owner !== null && `, saved by ${row.owner}`} · {nameOf(TESTS, test)}
      {topics}
      {correction !== 'none' && `, ${nameOf(CORRECTIONS, correction)}`} · inputs{' '}
      <code title={row.content_hash}>{row.content_hash.slice(0, 12)}</code>
    </p>
  );
}

/** The comparison as it was frozen, to be read whatever became of it since. */
function Frozen({ opened }: Props) {
  const { row, rows } = opened;
  const labels = [...new Set(rows.map((one) => one.labels))];
  return (
    <>
      <h1>
        {row.name} {row.visibility === 'private' && <Tag>private</Tag>}
      </h1>
      <Facts opened={opened} />
      {row.note !== '' && <p className={styles.note}>{row.note}</p>}
      <Since opened={opened} />
      {labels.map((name) => (
        <section key={name}>
          <h2>
            Under <Link to={labelsPath(name)}>{name}</Link>{' '}
            {rows.some((one) => one.labels === name && one.simulated) && (
              <Tag tone="simulated">simulated assessors</Tag>
            )}
          </h2>
          {row.baseline_labels !== null && (
            <p className={text.soft}>
              Each run against itself under{' '}
              <Link to={labelsPath(row.baseline_labels)}>{row.baseline_labels}</Link>.
            </p>
          )}
          <FrozenTable labels={name} rows={rows.filter((one) => one.labels === name)} />
        </section>
      ))}
      <p className={text.soft}>
        * p &lt; .05, ** &lt; .01, *** &lt; .001, **** &lt; .0001; ↓ lower is better.
      </p>
      {opened.answers.length > 0 && <KeptAnswers opened={opened} />}
    </>
  );
}

/** The permanent address of a saved comparison: its page of today where that has all that was frozen. */
export default function SavedPage() {
  const { hash = '' } = useParams();
  return (
    <Loaded
      query={useOpened(hash)}
      waiting="Opening the comparison"
      trouble="This comparison cannot be shown now"
    >
      {(opened) =>
        isSameThere(opened) ? (
          <Navigate to={openedAddress(opened)} replace />
        ) : (
          <div>
            <title>{`${opened.row.name} · Regrade`}</title>
            <Frozen opened={opened} />
          </div>
        )
      }
    </Loaded>
  );
}
