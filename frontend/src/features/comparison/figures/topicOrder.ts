import type { TopicDifference } from '@/api/types';
import { directionOf } from '@/features/comparison/texts/verdicts';
import type { Direction } from '@/features/comparison/texts/verdicts';

/** The best first: by how much the run gains over what it is compared with, whichever way the measure points. */
export function sortByGain(
  topics: readonly TopicDifference[],
  isLowerBetter: boolean,
): TopicDifference[] {
  const gain = ({ difference }: TopicDifference): number => (isLowerBetter ? -1 : 1) * difference;
  return topics.toSorted((a, b) => gain(b) - gain(a));
}

export function countDirections(
  topics: readonly TopicDifference[],
  isLowerBetter: boolean,
): Record<Direction, number> {
  const counts = { better: 0, equal: 0, worse: 0 };
  for (const { difference } of topics) counts[directionOf(difference, isLowerBetter)] += 1;
  return counts;
}
