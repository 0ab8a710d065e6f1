import type { FailedChunk, Job } from '@/api/types';
import { formatCount } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';

type Props = Readonly<{ job: Job; chunks: readonly FailedChunk[] }>;

/** What was given up, and why; the rest of the job goes on without it. */
export function FailedChunks({ job, chunks }: Props) {
  if (chunks.length === 0) return null;
  const isCut = job.n_chunks_failed > chunks.length;
  return (
    <section aria-labelledby="failed">
      <h2 id="failed">Chunks that failed</h2>
      <p className="soft">
        A chunk is given up after three errors of its own or ten lost workers; the others go on.
        {isCut &&
          ` The first ${formatCount(chunks.length)} of ${formatCount(job.n_chunks_failed)} are shown.`}
      </p>
      <Scroller label="Chunks that failed">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col" className="words">
                chunk
              </th>
              <th scope="col">topics</th>
              <th scope="col">errors</th>
              <th scope="col">losses</th>
              <th scope="col" className="words reason">
                why
              </th>
            </tr>
          </thead>
          <tbody>
            {chunks.map((one) => (
              <tr key={one.chunk}>
                <th scope="row" className="words">
                  {formatCount(one.chunk)}
                </th>
                <td>{formatCount(one.n_topics)}</td>
                <td>{formatCount(one.n_errors)}</td>
                <td>{formatCount(one.n_losses)}</td>
                <td className="words reason">{one.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
