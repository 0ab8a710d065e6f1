import { answer, api } from '@/api/client';

/** What becomes of the judgments of somebody who withdraws. */
export type Work = 'keep' | 'drop';

type Asked = Readonly<{ campaignId: number; work: Work }>;

/** Ends the part that who asks has in a campaign. */
export const withdraw = ({ campaignId, work }: Asked) =>
  answer(
    api.POST('/api/judging/{campaign_id}/withdrawal', {
      params: { path: { campaign_id: campaignId } },
      body: { work },
    }),
  );
