import { answer, api } from '@/api/client';
import type { Activity } from '@/api/types';

/**
 * Tells how long a stay has lasted, which renews leases. It outlives the page; that it is lost
 * does no harm, since the next report or the judgment says more.
 */
export async function reportActivity(id: number, body: Activity): Promise<void> {
  const request = api.POST('/api/judging/{campaign_id}/activity', {
    params: { path: { campaign_id: id } },
    body,
    keepalive: true,
  });
  await answer(request).catch(() => undefined);
}
