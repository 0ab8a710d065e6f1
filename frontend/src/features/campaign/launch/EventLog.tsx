import type { LogEvent } from '@/api/types';
import { useEvents } from '@/features/campaign/api/launch';
import { sentence } from '@/shared/errors';
import { formatClock, formatDay } from '@/shared/time';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/launch/EventLog.module.css';

/** Without an account, members did it themselves, or it was done at the command line. */
function who({ actor, details }: LogEvent): string {
  if (typeof actor === 'string') return actor;
  return details['assessor'] === undefined ? 'at the command line' : '';
}

function Entry({ event }: Readonly<{ event: LogEvent }>) {
  const by = who(event);
  return (
    <li>
      <span className={styles.when}>
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
      {log.error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(log.error)}
        </p>
      )}
      <ol className={styles.log}>
        {events.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
      {log.hasNextPage && (
        <button
          type="button"
          className={buttons.plain}
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show earlier entries
        </button>
      )}
    </section>
  );
}
