import { useState } from 'react';
import type { JudgingSetup } from '@/api/types';
import { post } from '@/api/calls';
import { Button } from '@/shared/ui/forms/Button';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{ setup: JudgingSetup }>;

/** Messages of the organizers, each until it is put away; *Your data* keeps them all. */
export function MessageNotices({ setup: { campaign, messages } }: Props) {
  const [seen, setSeen] = useState<readonly number[]>([]);
  const close = (id: number): void => {
    setSeen([...seen, id]);
    const message = { campaign_id: campaign.id, message_id: id };
    // One that could not be put away is shown again another time.
    post('/api/judging/{campaign_id}/messages/{message_id}/seen', message).catch(() => undefined);
  };
  return messages
    .filter(({ id }) => !seen.includes(id))
    .map(({ id, text }) => (
      <div key={id} className={notice.notice} role="note" aria-label="Message from the organizers">
        <span className={notice.lines}>{text}</span>
        <Button onClick={() => close(id)}>Dismiss</Button>
      </div>
    ));
}
