import type { Submission } from '@/api/types';
import type { PendingSubmission, Standing } from '@/features/judging/outbox/pendingSubmissions';
import { answeredVerdict, isSameVerdict } from '@/features/judging/pair/deck';
import type { Card, Verdict } from '@/features/judging/pair/deck';
import type { Stayed } from '@/features/judging/visit/stay';

type Given = Readonly<{
  card: Card;
  verdict: Verdict;
  /** The verdict that the page showed before; null for a first one. */
  before: Verdict | null;
  stayed: Stayed;
  /** The version that the page showed, 0 for none. */
  guideline: number;
}>;

/** Which own answer the page showed; of one that an earlier release stored it does not say. */
const replacing = (before: Verdict | null): Pick<Submission, 'replaces'> => {
  if (before === null) return { replaces: null };
  return before.answer === undefined ? {} : { replaces: before.answer };
};

const said = ({ grade, reason, spans, remarks }: Verdict) => ({
  grade,
  // One of the codes that the server offers for this campaign.
  reason_not_judged: reason as Submission['reason_not_judged'],
  spans: spans.map(([start, end]) => [start, end]),
  note: remarks?.note ?? '',
  confidence: remarks?.confidence ?? null,
});

/** A verdict on its way. To say the same again confirms an answer, which the server leaves as it is. */
export function pendingOf(
  { username, campaignId }: Pick<PendingSubmission, 'username' | 'campaignId'>,
  { card, verdict, before, stayed, guideline }: Given,
  key: string,
): PendingSubmission {
  const confirmed = before !== null && isSameVerdict(before, verdict) ? before.answer : undefined;
  return {
    key,
    username,
    campaignId,
    card,
    verdict: { ...verdict, answer: confirmed ?? key },
    before,
    submission: {
      ticket: card.ticket,
      ...said(verdict),
      ...stayed,
      guideline,
      ...replacing(before),
      client_key: key,
      claim: 0,
    },
    givenAt: new Date().toISOString(),
  };
}

/** One of two answers, sent once more in place of the one that stands; which may be that one. */
export const chosenOver = (
  { username, campaignId, card, submission }: PendingSubmission,
  standing: Standing,
  chosen: Verdict,
  key: string,
): PendingSubmission => {
  const before = answeredVerdict(standing);
  return {
    key,
    username,
    campaignId,
    card,
    verdict: { ...chosen, answer: isSameVerdict(before, chosen) ? standing.answer : key },
    before,
    submission: { ...submission, ...said(chosen), replaces: standing.answer, client_key: key },
    givenAt: new Date().toISOString(),
  };
};
