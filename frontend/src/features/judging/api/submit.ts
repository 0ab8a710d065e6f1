import { answer, api } from '@/api/client';
import type { Submission, Submitted } from '@/api/types';

export const submit = (id: number, body: Submission): Promise<Submitted> =>
  answer(api.POST('/api/judging/{id}/judgments', { params: { path: { id } }, body }));
