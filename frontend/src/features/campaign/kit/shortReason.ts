import type { PairAnswer } from '@/api/types';

export type Reason = NonNullable<PairAnswer['reason_not_judged']>;

/** Reasons as they fit into a cell; assessors read them in full. */
export const SHORT_REASONS: Readonly<Record<Reason, string>> = {
  unreadable: 'unreadable',
  unclear_topic: 'unclear question',
  language: 'language or field',
  other: 'something else',
  no_input: 'no answer',
  retracted: 'taken back',
};

export const shortReason = (reason: Reason): string => SHORT_REASONS[reason];
