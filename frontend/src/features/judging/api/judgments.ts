import { get, post } from '@/api/calls';
import type { Claimed, Found, OwnJudgment, Submission, Submitted } from '@/api/types';
import { unreachable } from '@/shared/requests/errors';

/** Says whose a request is: the server takes it under no other account. Headers hold no other letters. */
const whose = (username: string) => ({
  headers: { 'X-Regrade-Username': encodeURIComponent(username) },
});

export const claim = (id: number, username: string, n: number): Promise<Claimed> =>
  post('/api/judging/{campaign_id}/claims', { campaign_id: id }, { n }, whose(username));

/** A connection that fell silent is given up, so that the judgment is sent again. */
const ANSWER_WITHIN_MS = 30_000;

export async function submit(id: number, username: string, body: Submission): Promise<Submitted> {
  const init = { ...whose(username), signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
  const to = { campaign_id: id };
  const reply = post('/api/judging/{campaign_id}/judgments', to, body, init);
  const saved = (await reply) as Partial<Submitted> | undefined;
  // A proxy in between, such as a hotel's sign-in page, may answer anything with success.
  if (saved?.judgment === undefined) throw unreachable();
  return saved as Submitted;
}

/** The newest of the assessor's own judgments. */
export const listOwn = async (id: number): Promise<OwnJudgment[]> =>
  (await get('/api/judging/{campaign_id}/judgments', { campaign_id: id })).rows;

/** Opens a passage that a search found, for the topic of the ticket. */
export const openFound = (
  id: number,
  username: string,
  found: Readonly<{ ticket: string; passage: number }>,
): Promise<Found> =>
  post('/api/judging/{campaign_id}/found', { campaign_id: id }, found, whose(username));
