import type { ServingPolicy } from '@/api/types';

/** What a new campaign and a later version of its policy both ask, as the server has it. */
export type Serving = Pick<
  ServingPolicy,
  | 'unit'
  | 'sets_offered'
  | 'topics_per_set'
  | 'new_topic_share'
  | 'repeat_every'
  | 'extra_judgments'
  | 'rotates'
>;

/** The largest whole number that the server takes. */
export const MOST = 2_147_483_647;
