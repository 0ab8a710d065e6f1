import type { TopicPassage } from '@/api/types';

/** What people highlighted of a passage, whoever it was. */
export const spansOf = ({ votes }: Pick<TopicPassage, 'votes'>): readonly (readonly number[])[] =>
  votes.flatMap(({ spans }) => spans);
