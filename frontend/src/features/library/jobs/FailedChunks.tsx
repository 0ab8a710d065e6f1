import type { FailedChunk, Job } from '@/api/types';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { formatSize } from '@/features/library/jobs/jobTexts';
import { formatCount } from '@/shared/format';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/CardTable.module.css';

const COLUMNS: Columns<FailedChunk> = [
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

type Props = Readonly<{ job: Job; chunks: readonly FailedChunk[] }>;

/** What was given up, and why; the rest of the job goes on without it. */
export function FailedChunks({ job, chunks }: Props) {
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
        columns={COLUMNS}
        rows={chunks}
        keyOf={({ chunk }) => chunk}
      />
    </section>
  );
}
