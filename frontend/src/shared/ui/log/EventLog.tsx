import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/log/EventLog.module.css';

/** What was done: when, as it is stored and as it is read; by whom, '' where that is plain; and what. */
type LogEntry = Readonly<{
  id: number;
  at: string;
  when: string;
  by: string;
  sentence: string;
}>;

type Props = Readonly<{
  log: Pick<
    UseInfiniteQueryResult,
    'isSuccess' | 'error' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
  entries: readonly LogEntry[];
}>;

/** Who did what, and when: the newest first, and earlier ones on demand. */
export function EventLog({ log, entries }: Props) {
  return (
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ErrorMessage error={log.error} />
      {log.isSuccess && entries.length === 0 && <p className={text.soft}>Nothing yet.</p>}
      <ol role="list" className={styles.log}>
        {entries.map(({ id, at, when, by, sentence: found }) => (
          <li key={id}>
            <span className={styles.when}>
              <time dateTime={at}>{when}</time>
              {by !== '' && ` · ${by}`}
            </span>
            <span>{found}</span>
          </li>
        ))}
      </ol>
      <NextPage of={log}>Show earlier entries</NextPage>
    </section>
  );
}
