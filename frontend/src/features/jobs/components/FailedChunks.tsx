import type { FailedChunk, Job } from '@/api/types';
import { sizeWords } from '@/features/jobs/jobWords';
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
        {chunks.some(({ n_passages: n }) => n > 0) &&
          ' Topics are ranked once the vectors of all passages are there.'}
        {isCut &&
          ` The first ${formatCount(chunks.length)} of ${formatCount(job.n_chunks_failed)} are shown.`}
      </p>
      <Scroller label="Chunks that failed">
        <table className="grid row-cards">
          <thead>
            <tr>
              <th scope="col" className="words">
                chunk, and why
              </th>
              <th scope="col">errors</th>
              <th scope="col">losses</th>
            </tr>
          </thead>
          <tbody>
            {chunks.map((one) => (
              <tr key={one.chunk}>
                <th scope="row" className="words" data-label="chunk">
                  {formatCount(one.chunk)}, with {sizeWords(one)}
                  <small>{one.reason}</small>
                </th>
                <td className="brief" data-label="errors">
                  {formatCount(one.n_errors)}
                </td>
                <td className="brief" data-label="losses">
                  {formatCount(one.n_losses)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
