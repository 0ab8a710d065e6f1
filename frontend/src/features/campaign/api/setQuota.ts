import { answer, api } from '@/api/client';

export const setQuota = (id: number, memberId: number, quota: number | null) =>
  answer(
    api.PATCH('/api/campaigns/{campaign_id}/members/{member_id}', {
      params: { path: { campaign_id: id, member_id: memberId } },
      body: { quota },
    }),
  );
