import { answer, api } from '@/api/client';

export const consent = (id: number, version: number): Promise<unknown> =>
  answer(
    api.POST('/api/judging/{campaign_id}/consent', {
      params: { path: { campaign_id: id } },
      body: { notice_version: version },
    }),
  );
