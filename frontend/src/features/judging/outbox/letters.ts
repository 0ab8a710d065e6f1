import type { Submission } from '@/api/types';
import type { Card, Verdict } from '@/features/judging/pair/deck';

/** One verdict on its way to the server. It is kept until the server has it, or its writer drops it. */
export type Letter = Readonly<{
  /** The client key, by which the server knows it again: a resend changes nothing. */
  key: string;
  /** Whose it is: it is sent under no other account. */
  username: string;
  campaignId: number;
  card: Card;
  verdict: Verdict;
  /** The verdict that stands until this one is saved; null for a first one. */
  before: Verdict | null;
  submission: Submission;
}>;

/** A letter that the server would not take, and why. */
export type Refused = Readonly<{ letter: Letter; detail: string }>;

/** A letter as it lies in the box. */
export type Kept = Readonly<{ letter: Letter; refusal: string | null }>;

/** How many letters of one account wait for one campaign, and how many of them were refused. */
export type Pile = Readonly<{
  username: string;
  campaignId: number;
  n: number;
  nRefused: number;
}>;
