import type { WorkerAtIt, WorkerShare } from '@/api/types';
import { durationWords } from '@/features/jobs/jobWords';
import { formatCount, formatShare } from '@/shared/format';
import { formatMoment } from '@/shared/time';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';

const SILENT_S = 15;

function silence(seconds: number): string {
  return seconds < SILENT_S ? 'just now' : `${durationWords(seconds)} ago`;
}

/** Who has what in hand. */
export function WorkersAtIt({ workers }: Readonly<{ workers: readonly WorkerAtIt[] }>) {
  return (
    <section aria-labelledby="at-it">
      <h2 id="at-it">At work now</h2>
      {workers.length === 0 && <p className="soft">No worker has a chunk in hand.</p>}
      {workers.length > 0 && (
        <Scroller label="At work now">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col" className="words">
                  worker
                </th>
                <th scope="col">process</th>
                <th scope="col">chunk</th>
                <th scope="col">topics</th>
                <th scope="col">try</th>
                <th scope="col">since</th>
                <th scope="col">heard of</th>
              </tr>
            </thead>
            <tbody>
              {workers.map((one) => (
                <tr key={`${one.worker} ${one.process} ${one.chunk}`}>
                  <th scope="row" className="words">
                    {one.worker}
                    <small>{one.host}</small>
                  </th>
                  <td>{one.process}</td>
                  <td>{formatCount(one.chunk)}</td>
                  <td>{formatCount(one.n_topics)}</td>
                  <td>{formatCount(one.attempt)}</td>
                  <td className="nowrap">{formatMoment(one.since)}</td>
                  <td className="nowrap">{silence(one.beat_age_s)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

/** What each worker has done of all that is done. */
export function WorkerShares({ shares }: Readonly<{ shares: readonly WorkerShare[] }>) {
  if (shares.length === 0) return null;
  const n = shares.reduce((sum, one) => sum + one.n_topics, 0);
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">Who did what</h2>
      <Scroller label="Who did what">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col" className="words">
                worker
              </th>
              <th scope="col" className="words">
                device
              </th>
              <th scope="col">chunks</th>
              <th scope="col">topics</th>
              <th scope="col" className="words share">
                share
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map((one) => (
              <tr key={`${one.worker} ${one.host}`}>
                <th scope="row" className="words">
                  {one.worker}
                  <small>{one.host}</small>
                </th>
                <td className="words">{one.device}</td>
                <td>{formatCount(one.n_chunks)}</td>
                <td>{formatCount(one.n_topics)}</td>
                <td className="words share">
                  {formatShare(one.n_topics / n)}
                  <Bar
                    value={one.n_topics}
                    max={n}
                    label={`${formatCount(one.n_topics)} of ${formatCount(n)} topics`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
