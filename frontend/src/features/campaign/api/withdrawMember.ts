import { answer, api } from '@/api/client';

export const withdrawMember = (id: number, memberId: number, work: 'keep' | 'drop') =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/members/{member_id}/withdraw', {
      params: { path: { campaign_id: id, member_id: memberId } },
      body: { work },
    }),
  );
