import { answer, api } from '@/api/client';
import type { OwnJudgment, OwnPage, Sought } from '@/api/types';

/** A page of the assessor's own judgments, the newest first. */
export const listOwnPage = (id: number, sought: Sought = {}): Promise<OwnPage> =>
  answer(
    api.GET('/api/judging/{campaign_id}/judgments', {
      params: { path: { campaign_id: id }, query: sought },
    }),
  );

/** The newest of them. */
export const listOwn = async (id: number): Promise<OwnJudgment[]> => (await listOwnPage(id)).rows;
