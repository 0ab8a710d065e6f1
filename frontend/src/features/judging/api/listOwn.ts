import { answer, api } from '@/api/client';
import type { OwnJudgment } from '@/api/types';

export const listOwn = (id: number, limit: number): Promise<OwnJudgment[]> =>
  answer(api.GET('/api/judging/{id}/judgments', { params: { path: { id }, query: { limit } } }));
