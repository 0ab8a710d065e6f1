import type { TopicTable } from '@/api/compared';
import type { Topic } from '@/features/comparison/topics/table/table';
import { counted, formatCount } from '@/shared/format/numbers';

/** How many of how many topics a figure shows, for its caption. */
export function describeShown(shown: readonly Topic[], { topics }: TopicTable): string {
  const [n, all] = [shown.length, counted(topics.length, 'topic')];
  return n === topics.length ? `All ${all}.` : `${formatCount(n)} of ${all}, as filtered.`;
}
