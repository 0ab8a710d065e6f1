import type { PolicyChange } from '@/api/types';
import { answer, api } from '@/api/client';

export const setPolicy = (id: number, change: PolicyChange) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/policy', {
      params: { path: { campaign_id: id } },
      body: change,
    }),
  );
