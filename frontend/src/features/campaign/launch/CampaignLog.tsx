import type { LogEvent } from '@/api/types';
import { useReadPages } from '@/api/read';
import { formatClock, formatDay } from '@/shared/time';
import { EventLog } from '@/shared/ui/log/EventLog';

const N_EVENTS = 20;

/** Without an account, members did it themselves, or it was done at the command line. */
function who({ actor, details }: LogEvent): string {
  if (typeof actor === 'string') return actor;
  return details['assessor'] === undefined ? 'at the command line' : '';
}

/** Who did what to the campaign, and when. */
export function CampaignLog({ campaignId }: Readonly<{ campaignId: number }>) {
  const log = useReadPages(
    '/api/campaigns/{campaign_id}/events',
    { campaign_id: campaignId, limit: N_EVENTS },
    ['before', ({ before }) => before],
  );
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
