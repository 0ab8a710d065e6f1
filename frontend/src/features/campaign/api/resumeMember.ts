import { answer, api } from '@/api/client';

export const resumeMember = (id: number, memberId: number) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/members/{member_id}/resume', {
      params: { path: { campaign_id: id, member_id: memberId } },
    }),
  );
