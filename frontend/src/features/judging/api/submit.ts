import { answer, api } from '@/api/client';
import type { Submission, Submitted } from '@/api/types';
import { whose } from '@/features/judging/api/whose';

/** A connection that fell silent is given up, so that the judgment is sent again. */
const ANSWER_WITHIN_MS = 30_000;

export const submit = (id: number, username: string, body: Submission): Promise<Submitted> =>
  answer(
    api.POST('/api/judging/{campaign_id}/judgments', {
      params: { path: { campaign_id: id } },
      body,
      headers: whose(username),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }),
  );
