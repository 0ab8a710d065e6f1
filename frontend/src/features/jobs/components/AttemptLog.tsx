import { useInfiniteQuery } from '@tanstack/react-query';
import type { Attempt, JobReport } from '@/api/types';
import { attemptsQuery } from '@/features/jobs/api/readAttempts';
import { outcomesWords, tookWords } from '@/features/jobs/jobWords';
import { sentence } from '@/shared/errors';
import { formatCount } from '@/shared/format';
import { formatDay, formatMoment } from '@/shared/time';
import { Scroller } from '@/shared/ui/Scroller';

function AttemptRow({ attempt }: Readonly<{ attempt: Attempt }>) {
  const { chunk, number, worker, device, started_at, outcome, reason } = attempt;
  return (
    <tr>
      <th scope="row" className="words nowrap">
        {formatMoment(started_at)}
        <small>{formatDay(started_at)}</small>
      </th>
      <td className="words">
        {outcome ?? 'under way'}
        {reason !== '' && <small>{reason}</small>}
        <small>{[worker, device].filter(Boolean).join(', ')}</small>
      </td>
      <td className="brief" data-label="chunk">
        {formatCount(chunk)}
      </td>
      <td className="brief" data-label="try">
        {formatCount(number)}
      </td>
      <td className="nowrap brief" data-label="took">
        {tookWords(attempt)}
      </td>
    </tr>
  );
}

type Props = Readonly<{ id: number; outcomes: JobReport['outcomes'] }>;

/** Every start of a chunk, the last one first. */
export function AttemptLog({ id, outcomes }: Props) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    attemptsQuery(id),
  );
  const attempts = data?.pages.flatMap((page) => page.attempts) ?? [];
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      {error !== null && <p role="alert">{sentence(error)}</p>}
      {data !== undefined && attempts.length === 0 && (
        <p className="soft">
          Nothing yet. <code>./dev up</code> starts workers on this machine.
        </p>
      )}
      {attempts.length > 0 && (
        <>
          <p className="soft">{outcomesWords(outcomes)}</p>
          <Scroller label="Log">
            <table className="grid row-cards">
              <thead>
                <tr>
                  <th scope="col" className="words">
                    begun
                  </th>
                  <th scope="col" className="words">
                    what came of it, and who had it
                  </th>
                  <th scope="col">chunk</th>
                  <th scope="col">try</th>
                  <th scope="col">took</th>
                </tr>
              </thead>
              <tbody>
                {attempts.map((attempt) => (
                  <AttemptRow key={attempt.id} attempt={attempt} />
                ))}
              </tbody>
            </table>
          </Scroller>
        </>
      )}
      {hasNextPage && (
        <p className="actions">
          <button
            type="button"
            className="plain"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show earlier ones
          </button>
        </p>
      )}
    </section>
  );
}
