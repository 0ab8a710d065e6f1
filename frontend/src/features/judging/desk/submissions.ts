import type { Submission } from '@/api/types';
import type { PendingSubmission, Standing } from '@/features/judging/outbox/pendingSubmissions';
import { answeredVerdict } from '@/features/judging/pair/deck';
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

/** A verdict as it is sent. */
export const submissionOf = (given: Given, key: string): Submission => ({
  ticket: given.card.ticket,
  grade: given.verdict.grade,
  // One of the codes that the server offers for this campaign.
  reason_not_judged: given.verdict.reason as Submission['reason_not_judged'],
  spans: given.verdict.spans.map(([start, end]) => [start, end]),
  ...given.stayed,
  note: given.verdict.remarks?.note ?? '',
  confidence: given.verdict.remarks?.confidence ?? null,
  guideline: given.guideline,
  ...replacing(given.before),
  client_key: key,
  claim: 0,
});

/** What was set aside, sent once more in place of the answer that stands. */
export const chosenOver = (
  { username, campaignId, card, verdict, submission }: PendingSubmission,
  standing: Standing,
  key: string,
): PendingSubmission => ({
  key,
  username,
  campaignId,
  card,
  verdict: { ...verdict, answer: key },
  before: answeredVerdict(standing),
  submission: { ...submission, replaces: standing.answer, client_key: key },
});
