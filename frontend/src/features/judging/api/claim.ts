import { answer, api } from '@/api/client';
import type { Claimed } from '@/api/types';

export const claim = (id: number, n: number): Promise<Claimed> =>
  answer(
    api.POST('/api/judging/{campaign_id}/claims', {
      params: { path: { campaign_id: id } },
      body: { n },
    }),
  );
