import { answer, api } from '@/api/client';

type Asked = Readonly<{ campaignId: number; memberId: number; quota: number | null }>;

/** How many pairs a member is to judge; null leaves it to the campaign. */
export const setQuota = ({ campaignId, memberId, quota }: Asked) =>
  answer(
    api.PATCH('/api/campaigns/{campaign_id}/members/{member_id}', {
      params: { path: { campaign_id: campaignId, member_id: memberId } },
      body: { quota },
    }),
  );
