import { answer, api } from '@/api/client';

export const drawPilot = (id: number, n: number) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/pilot', {
      params: { path: { campaign_id: id } },
      body: { n },
    }),
  );
