import type { GuidelineRequest } from '@/api/types';
import { answer, api } from '@/api/client';

export const publishGuideline = (id: number, body: GuidelineRequest) =>
  answer(
    api.POST('/api/campaigns/{campaign_id}/guidelines', {
      params: { path: { campaign_id: id } },
      body: body,
    }),
  );
