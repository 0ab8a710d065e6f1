import { rowsOf } from '@/api/read';
import type { Attempt, JobReport, FailedChunk, Job } from '@/api/types';
import { useReadParts } from '@/api/read';
import { CardTable, unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { formatOutcomes, formatTook, formatSize } from '@/features/library/jobs/jobTexts';
import { formatCount } from '@/shared/format/numbers';
import { formatDay, formatMoment } from '@/shared/format/time';
import { cx } from '@/shared/styles/cx';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/shared/ui/tables/CardTable.module.css';

const FAILED_CHUNKS_COLUMNS: Columns<FailedChunk> = [
  {
    head: 'chunk, and why',
    label: 'chunk',
    isWords: true,
    cell: (one) => (
      <>
        {formatCount(one.chunk)}, with {formatSize(one)}
        <small>{one.reason}</small>
      </>
    ),
  },
  { head: 'errors', className: styles.brief, cell: ({ n_errors: n }) => formatCount(n) },
  { head: 'losses', className: styles.brief, cell: ({ n_losses: n }) => formatCount(n) },
];

type FailedChunksProps = Readonly<{ job: Job; chunks: readonly FailedChunk[] }>;

/** What was given up, and why; the rest of the job goes on without it. */
export function FailedChunks({ job, chunks }: FailedChunksProps) {
  if (chunks.length === 0) return null;
  const isCut = job.n_chunks_failed > chunks.length;
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">Chunks that failed</h2>
      <p className={text.soft}>
        A chunk is given up after three errors of its own or ten lost workers; the others go on.
        {chunks.some(({ n_passages: n }) => n > 0) &&
          ' Topics are ranked once the vectors of all passages are there.'}
        {isCut &&
          ` The first ${formatCount(chunks.length)} of ${formatCount(job.n_chunks_failed)} are shown.`}
      </p>
      <CardTable
        label="Chunks that failed"
        columns={FAILED_CHUNKS_COLUMNS}
        rows={chunks}
        keyOf={({ chunk }) => chunk}
      />
    </section>
  );
}

const COLUMNS: Columns<Attempt> = [
  wordsColumn(
    'begun',
    ({ started_at: begun }) => (
      <>
        {formatMoment(begun)}
        <small>{formatDay(begun)}</small>
      </>
    ),
    styles.moment,
  ),
  unnamedColumn('outcome and worker', ({ outcome, reason, worker, device }) => (
    <>
      {outcome === 'landed' ? 'stored' : (outcome ?? 'in progress')}
      {reason !== '' && <small>{reason}</small>}
      <small>{[worker, device].filter(Boolean).join(', ')}</small>
    </>
  )),
  { head: 'chunk', className: styles.brief, cell: ({ chunk }) => formatCount(chunk) },
  { head: 'try', className: styles.brief, cell: ({ number }) => formatCount(number) },
  { head: 'took', className: cx(table.nowrap, styles.brief), cell: formatTook },
];

type Props = Readonly<{ id: number; outcomes: JobReport['outcomes'] }>;

/** Every start of a chunk, the last one first. */
export function AttemptLog({ id, outcomes }: Props) {
  const log = useReadParts('/api/jobs/{job_id}/attempts', { job_id: id }, { staleTime: 0 });
  const { data, error } = log;
  const attempts = rowsOf(data);
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ErrorMessage error={error} />
      {data !== undefined && attempts.length === 0 && (
        <p className={text.soft}>
          Nothing yet. <code>./dev up</code> starts workers on this machine.
        </p>
      )}
      {attempts.length > 0 && (
        <>
          <p className={text.soft}>{formatOutcomes(outcomes)}</p>
          <CardTable label="Log" columns={COLUMNS} rows={attempts} keyOf={({ id: key }) => key} />
        </>
      )}
      <NextPage of={log}>Show earlier ones</NextPage>
    </section>
  );
}
