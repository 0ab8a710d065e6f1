import type { StudyTopics } from '@/api/types';

export type Topic = StudyTopics['topics'][number];
export type Compared = Topic & Readonly<{ difference: number; was: number; is: number }>;

/** The topics where a ranker has both values, with its difference. */
export function comparedBy(topics: readonly Topic[], place: number): Compared[] {
  return topics.flatMap((topic) => {
    const [was, is] = [topic.before[place] ?? null, topic.after[place] ?? null];
    const difference = topic.differences[place] ?? null;
    if (was === null || is === null || difference === null) return [];
    return [{ ...topic, was, is, difference }];
  });
}
