import { answer, api } from '@/api/client';
import type { Claimed } from '@/api/types';
import { whose } from '@/features/judging/api/whose';

export const claim = (id: number, username: string, n: number): Promise<Claimed> =>
  answer(
    api.POST('/api/judging/{campaign_id}/claims', {
      params: { path: { campaign_id: id } },
      body: { n },
      headers: whose(username),
    }),
  );
