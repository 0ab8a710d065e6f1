import { answer, api } from '@/api/client';

export const pauseMember = (id: number, memberId: number) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/members/{member_id}/pause', {
      params: { path: { campaign_id: id, member_id: memberId } },
    }),
  );
