import type { KeepRequest } from '@/api/types';

export type AnswerKind = KeepRequest['kind'];

/** What an answer is called where it is kept. */
export const ANSWERS: Readonly<Record<AnswerKind, string>> = {
  systems: 'All systems at once',
  order: 'How alike the orders are',
  'two-orders': 'One order against another',
  'topic-plan': 'How many topics',
  bounds: 'What unjudged passages could make of the scores',
  'pool-bias': 'What the pool owes to each run',
};
