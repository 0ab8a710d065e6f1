import { answer, api } from '@/api/client';

/** Puts a message away; one that could not be is shown again another time. */
export async function putAway(id: number, messageId: number): Promise<void> {
  const request = api.POST('/api/judging/{campaign_id}/messages/{message_id}/seen', {
    params: { path: { campaign_id: id, message_id: messageId } },
  });
  await answer(request).catch(() => undefined);
}
