import { answer, api } from '@/api/client';
import type { OwnJudgment } from '@/api/types';

export const listOwn = (id: number): Promise<OwnJudgment[]> =>
  answer(
    api.GET('/api/judging/{campaign_id}/judgments', { params: { path: { campaign_id: id } } }),
  );
