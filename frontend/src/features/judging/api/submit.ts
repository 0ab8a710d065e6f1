import { answer, api } from '@/api/client';
import type { Submission, Submitted } from '@/api/types';
import { whose } from '@/features/judging/api/whose';
import { unreachable } from '@/shared/errors';

/** A connection that fell silent is given up, so that the judgment is sent again. */
const ANSWER_WITHIN_MS = 30_000;

export async function submit(id: number, username: string, body: Submission): Promise<Submitted> {
  const saved = (await answer(
    api.POST('/api/judging/{campaign_id}/judgments', {
      params: { path: { campaign_id: id } },
      body,
      headers: whose(username),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }),
  )) as Partial<Submitted> | undefined;
  // What stands in between, as a hotel's sign-in page, may say yes to everything.
  if (saved?.judgment === undefined) throw unreachable();
  return saved as Submitted;
}
