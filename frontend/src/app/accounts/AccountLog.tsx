import { useAccountEvents } from '@/api/accounts';
import { formatDate } from '@/app/accounts/accountTexts';
import { EventLog } from '@/shared/ui/log/EventLog';

/** Who did what to which account, and on which day. */
export function AccountLog() {
  const log = useAccountEvents();
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const entries = events.map(({ id, on, actor, sentence }) => ({
    id,
    at: on,
    when: formatDate(on),
    by: actor ?? 'at the command line',
    sentence,
  }));
  return <EventLog log={log} entries={entries} />;
}
