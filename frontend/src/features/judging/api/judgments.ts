import { answer, api } from '@/api/client';
import type { Claimed, OwnJudgment, OwnPage, Sought, Submission, Submitted } from '@/api/types';
import { unreachable } from '@/shared/errors';

/** Says whose a request is: the server takes it under no other account. Headers hold no other letters. */
const whose = (username: string): Readonly<Record<string, string>> => ({
  'X-Regrade-Username': encodeURIComponent(username),
});

export const claim = (id: number, username: string, n: number): Promise<Claimed> =>
  answer(
    api.POST('/api/judging/{campaign_id}/claims', {
      params: { path: { campaign_id: id } },
      body: { n },
      headers: whose(username),
    }),
  );

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
  // A proxy in between, such as a hotel's sign-in page, may answer anything with success.
  if (saved?.judgment === undefined) throw unreachable();
  return saved as Submitted;
}

/** A page of the assessor's own judgments, the newest first. */
export const listOwnPage = (id: number, sought: Sought = {}): Promise<OwnPage> =>
  answer(
    api.GET('/api/judging/{campaign_id}/judgments', {
      params: { path: { campaign_id: id }, query: sought },
    }),
  );

/** The newest of them. */
export const listOwn = async (id: number): Promise<OwnJudgment[]> => (await listOwnPage(id)).rows;
