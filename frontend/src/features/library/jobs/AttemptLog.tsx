import type { Attempt, JobReport } from '@/api/types';
import { useAttempts } from '@/features/library/api/jobs';
import { CardTable } from '@/features/library/jobs/CardTable';
import type { Columns } from '@/features/library/jobs/CardTable';
import { formatOutcomes, formatTook } from '@/features/library/jobs/jobTexts';
import { sentence } from '@/shared/errors';
import { formatCount } from '@/shared/format';
import { formatDay, formatMoment } from '@/shared/time';

const COLUMNS: Columns<Attempt> = [
  {
    head: 'begun',
    isWords: true,
    className: 'nowrap',
    cell: ({ started_at: begun }) => (
      <>
        {formatMoment(begun)}
        <small>{formatDay(begun)}</small>
      </>
    ),
  },
  {
    head: 'outcome and worker',
    label: '',
    isWords: true,
    cell: ({ outcome, reason, worker, device }) => (
      <>
        {outcome === 'landed' ? 'stored' : (outcome ?? 'in progress')}
        {reason !== '' && <small>{reason}</small>}
        <small>{[worker, device].filter(Boolean).join(', ')}</small>
      </>
    ),
  },
  { head: 'chunk', className: 'brief', cell: ({ chunk }) => formatCount(chunk) },
  { head: 'try', className: 'brief', cell: ({ number }) => formatCount(number) },
  { head: 'took', className: 'nowrap brief', cell: formatTook },
];

type Props = Readonly<{ id: number; outcomes: JobReport['outcomes'] }>;

/** Every start of a chunk, the last one first. */
export function AttemptLog({ id, outcomes }: Props) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAttempts(id);
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
          <p className="soft">{formatOutcomes(outcomes)}</p>
          <CardTable label="Log" columns={COLUMNS} rows={attempts} keyOf={({ id: key }) => key} />
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
