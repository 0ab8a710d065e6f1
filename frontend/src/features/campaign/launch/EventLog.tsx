import type { LogEvent } from '@/api/types';
import { useEvents } from '@/features/campaign/api/launch';
import { sentence } from '@/shared/errors';
import { formatClock, formatDay } from '@/shared/time';

/** Without an account, members did it themselves, or it was done at the command line. */
function who({ actor, details }: LogEvent): string {
  if (typeof actor === 'string') return actor;
  return details['assessor'] === undefined ? 'at the command line' : '';
}

function Entry({ event }: Readonly<{ event: LogEvent }>) {
  const by = who(event);
  return (
    <li>
      <span className="soft number">
        <time dateTime={event.at}>
          {formatDay(event.at)}, {formatClock(event.at)}
        </time>
        {by !== '' && ` · ${by}`}
      </span>
      <span>{event.sentence}</span>
    </li>
  );
}

/** Who did what to the campaign, and when. */
export function EventLog({ campaignId }: Readonly<{ campaignId: number }>) {
  const log = useEvents(campaignId);
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      {log.error !== null && <p role="alert">{sentence(log.error)}</p>}
      <ol className="log">
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
      {log.hasNextPage && (
        <button
          type="button"
          className="plain"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show earlier entries
        </button>
      )}
    </section>
  );
}
