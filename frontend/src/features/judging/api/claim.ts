import { answer, api } from '@/api/client';
import type { Claimed } from '@/api/types';

export const claim = (id: number, n: number): Promise<Claimed> =>
  answer(api.POST('/api/judging/{id}/claims', { params: { path: { id } }, body: { n } }));
