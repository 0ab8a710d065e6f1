import type { LogEvent } from '@/api/types';
import { useEvents } from '@/features/campaign/api/launch';
import { formatClock, formatDay } from '@/shared/time';
import { EventLog } from '@/shared/ui/log/EventLog';

/** Without an account, members did it themselves, or it was done at the command line. */
function who({ actor, details }: LogEvent): string {
  if (typeof actor === 'string') return actor;
  return details['assessor'] === undefined ? 'at the command line' : '';
}

/** Who did what to the campaign, and when. */
export function CampaignLog({ campaignId }: Readonly<{ campaignId: number }>) {
  const log = useEvents(campaignId);
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  const entries = events.map((event) => ({
    id: event.id,
    at: event.at,
    when: `${formatDay(event.at)}, ${formatClock(event.at)}`,
    by: who(event),
    sentence: event.sentence,
  }));
  return <EventLog log={log} entries={entries} />;
}
