import type { CampaignState } from '@/api/types';
import { answer, api } from '@/api/client';

export const setState = (id: number, state: CampaignState, note: string) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/state', {
      params: { path: { campaign_id: id } },
      body: { state, note },
    }),
  );
