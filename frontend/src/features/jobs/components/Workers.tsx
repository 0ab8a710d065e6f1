import type { WorkerAtIt, WorkerShare } from '@/api/types';
import { durationWords, sizeWords } from '@/features/jobs/jobWords';
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
          <table className="grid row-cards">
            <thead>
              <tr>
                <th scope="col" className="words">
                  worker
                </th>
                <th scope="col">process</th>
                <th scope="col">chunk</th>
                <th scope="col" className="words">
                  with
                </th>
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
                  <td className="brief" data-label="process">
                    {one.process}
                  </td>
                  <td className="brief" data-label="chunk">
                    {formatCount(one.chunk)}
                  </td>
                  <td className="words brief" data-label="with">
                    {sizeWords(one)}
                  </td>
                  <td className="brief" data-label="try">
                    {formatCount(one.attempt)}
                  </td>
                  <td className="nowrap brief" data-label="since">
                    {formatMoment(one.since)}
                  </td>
                  <td className="nowrap brief" data-label="heard of">
                    {silence(one.beat_age_s)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

/** What each worker has done, and how much of all time at work that took. */
export function WorkerShares({ shares }: Readonly<{ shares: readonly WorkerShare[] }>) {
  if (shares.length === 0) return null;
  const all = shares.reduce((sum, one) => sum + one.seconds, 0);
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">Who did what</h2>
      <Scroller label="Who did what">
        <table className="grid row-cards">
          <thead>
            <tr>
              <th scope="col" className="words">
                worker
              </th>
              <th scope="col" className="words">
                device
              </th>
              <th scope="col">chunks</th>
              <th scope="col" className="words">
                with
              </th>
              <th scope="col" className="words">
                time
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
                <td className="words brief" data-label="device">
                  {one.device}
                </td>
                <td className="brief" data-label="chunks">
                  {formatCount(one.n_chunks)}
                </td>
                <td className="words brief" data-label="with">
                  {sizeWords(one)}
                </td>
                <td className="words" data-label="time">
                  {durationWords(one.seconds)}
                  {all > 0 && `, ${formatShare(one.seconds / all)}`}
                  <Bar
                    value={one.seconds}
                    max={all}
                    label={`${durationWords(one.seconds)} of ${durationWords(all)} of work`}
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
