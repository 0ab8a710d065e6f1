import { useAccountEvents } from '@/api/accounts';
import type { AccountEvent } from '@/api/types';
import { formatDate } from '@/app/accounts/accountTexts';
import { sentence } from '@/shared/errors';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/app/accounts/accounts.module.css';

function Entry({ event }: Readonly<{ event: AccountEvent }>) {
  return (
    <li>
      <span className={styles.when}>
        <time dateTime={event.on}>{formatDate(event.on)}</time> ·{' '}
        {event.actor ?? 'at the command line'}
      </span>
      <span>{event.sentence}</span>
    </li>
  );
}

/** Who did what to which account, and when. */
export function AccountLog() {
  const log = useAccountEvents();
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      {log.error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(log.error)}
        </p>
      )}
      {log.isSuccess && events.length === 0 && <p className={text.soft}>Nothing was done yet.</p>}
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
