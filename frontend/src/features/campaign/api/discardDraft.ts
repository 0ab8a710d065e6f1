import { answer, api } from '@/api/client';

export const discardDraft = (id: number, before: string) =>
  answer(
    api.DELETE('/api/campaigns/{campaign_id}/guidelines/draft', {
      params: { path: { campaign_id: id }, query: { before } },
    }),
  );
