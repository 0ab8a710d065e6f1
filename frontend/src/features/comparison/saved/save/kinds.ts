import type { KeepRequest } from '@/api/types';

export type AnswerKind = KeepRequest['kind'];

/** What an answer is called where it is kept. */
export const ANSWERS: Readonly<Record<AnswerKind, string>> = {
  systems: 'All systems at once',
  order: 'How similar the orders are',
  'two-orders': 'One order against another',
  'topic-plan': 'How many topics',
  bounds: 'How unjudged passages could change the scores',
  'pool-bias': 'Pool bias by run',
};
