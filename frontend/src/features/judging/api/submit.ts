import { answer, api } from '@/api/client';
import type { Submission, Submitted } from '@/api/types';

export const submit = (id: number, body: Submission): Promise<Submitted> =>
  answer(
    api.POST('/api/judging/{campaign_id}/judgments', {
      params: { path: { campaign_id: id } },
      body,
    }),
  );
