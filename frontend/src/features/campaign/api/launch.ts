import { useRead } from '@/api/read';
import type { CampaignState } from '@/api/types';

/** What is checked before the campaign goes to a state. */
export const useLaunch = (id: number, state: CampaignState, enabled = true) =>
  useRead(
    '/api/campaigns/{campaign_id}/launch',
    { campaign_id: id, state },
    { staleTime: 0, enabled },
  );
