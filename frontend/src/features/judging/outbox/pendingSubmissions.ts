import type { OwnJudgment, Submission } from '@/api/types';
import type { Card, Verdict } from '@/features/judging/pair/deck';

/** The own answer that the server has, where another one than the page saw. */
export type Standing = Pick<
  OwnJudgment,
  'answer' | 'grade' | 'reason_not_judged' | 'spans' | 'note' | 'confidence' | 'created_at'
>;

/** One verdict on its way to the server. It is kept until the server has it, or its writer drops it. */
export type PendingSubmission = Readonly<{
  /** The client key, by which the server knows it again: a resend changes nothing. */
  key: string;
  /** Whose it is: it is sent under no other account. */
  username: string;
  campaignId: number;
  card: Card;
  verdict: Verdict;
  /** The verdict before this one; null for a first one. */
  before: Verdict | null;
  submission: Submission;
  /** By this device's clock; pages of earlier releases stored none. */
  givenAt?: string;
  /** Once the server set it aside: the answer that counts instead, until somebody chooses. */
  standing?: Standing;
}>;

/** A submission that the server rejected, and why. */
export type Rejected = Readonly<{ pending: PendingSubmission; detail: string }>;

/** A pending submission as it is stored. */
export type Kept = Readonly<{ pending: PendingSubmission; rejection: string | null }>;

/** How many submissions of one account are pending for one campaign, and how many of them were rejected. */
export type PendingCount = Readonly<{
  username: string;
  campaignId: number;
  n: number;
  nRejected: number;
}>;

export const withStanding = (pending: PendingSubmission, standing?: Standing): PendingSubmission =>
  standing === undefined ? pending : { ...pending, standing };

/** Whether it changes an answer that the server has not kept. */
export const follows = (
  { submission }: PendingSubmission,
  rejected: PendingSubmission,
  standing?: Standing,
): boolean => standing === undefined && submission.replaces === rejected.key;

/** The same, as a change of what the rejected one was to change. */
export function passingOver(
  pending: PendingSubmission,
  { before, submission: { replaces } }: PendingSubmission,
): PendingSubmission {
  const submission = { ...pending.submission };
  if (replaces === undefined) delete submission.replaces;
  else submission.replaces = replaces;
  return { ...pending, before, submission };
}
