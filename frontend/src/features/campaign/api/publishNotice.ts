import { answer, api } from '@/api/client';

export const publishNotice = (id: number, body: string) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/notices', {
      params: { path: { campaign_id: id } },
      body: { body },
    }),
  );
