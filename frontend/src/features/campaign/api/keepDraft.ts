import type { DraftRequest } from '@/api/types';
import { answer, api } from '@/api/client';

export const keepDraft = (id: number, body: DraftRequest) =>
  answer(
    api.PUT('/api/campaigns/{campaign_id}/guidelines/draft', {
      params: { path: { campaign_id: id } },
      body: body,
    }),
  );
