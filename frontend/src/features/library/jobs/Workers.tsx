import type { WorkerAtIt, WorkerShare } from '@/api/types';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatDuration, formatSize } from '@/features/library/jobs/jobTexts';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { formatMoment } from '@/shared/format/time';
import { Bar } from '@/shared/ui/Bar';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/shared/ui/tables/CardTable.module.css';

const SILENT_S = 15;

const nameOf = ({ worker, host }: Readonly<{ worker: string; host: string }>) => (
  <>
    {worker}
    <small>{host}</small>
  </>
);

function silence(seconds: number): string {
  return seconds < SILENT_S ? 'just now' : `${formatDuration(seconds)} ago`;
}

const AT_IT: Columns<WorkerAtIt> = [
  wordsColumn('worker', nameOf),
  { head: 'process', className: styles.brief, cell: ({ process }) => process },
  { head: 'chunk', className: styles.brief, cell: ({ chunk }) => formatCount(chunk) },
  { head: 'with', isWords: true, className: styles.brief, cell: formatSize },
  { head: 'try', className: styles.brief, cell: ({ attempt }) => formatCount(attempt) },
  {
    head: 'since',
    className: cx(table.nowrap, styles.brief),
    cell: ({ since }) => formatMoment(since),
  },
  {
    head: 'last seen',
    className: cx(table.nowrap, styles.brief),
    cell: ({ beat_age_s: seconds }) => silence(seconds),
  },
];

/** Which worker has which chunk. */
export function WorkersAtIt({ workers }: Readonly<{ workers: readonly WorkerAtIt[] }>) {
  return (
    <section aria-labelledby="at-it">
      <h2 id="at-it">At work now</h2>
      {workers.length === 0 && <p className={text.soft}>No worker has a chunk in progress.</p>}
      {workers.length > 0 && (
        <CardTable
          label="At work now"
          columns={AT_IT}
          rows={workers}
          keyOf={({ worker, process, chunk }) => `${worker} ${process} ${chunk}`}
        />
      )}
    </section>
  );
}

const shareColumns = (all: number): Columns<WorkerShare> => [
  wordsColumn('worker', nameOf),
  { head: 'device', isWords: true, className: styles.brief, cell: ({ device }) => device },
  { head: 'chunks', className: styles.brief, cell: ({ n_chunks: n }) => formatCount(n) },
  { head: 'with', isWords: true, className: styles.brief, cell: formatSize },
  wordsColumn('time', ({ seconds }) => (
    <>
      {formatDuration(seconds)}
      {all > 0 && `, ${formatShare(seconds / all)}`}
      <Bar
        value={seconds}
        max={all}
        label={`${formatDuration(seconds)} of ${formatDuration(all)} of work`}
      />
    </>
  )),
];

/** What each worker has done, and how much of all time at work that took. */
export function WorkerShares({ shares }: Readonly<{ shares: readonly WorkerShare[] }>) {
  if (shares.length === 0) return null;
  const all = shares.reduce((sum, one) => sum + one.seconds, 0);
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">Work by worker</h2>
      <CardTable
        label="Work by worker"
        columns={shareColumns(all)}
        rows={shares}
        keyOf={({ worker, host }) => `${worker} ${host}`}
      />
    </section>
  );
}
