import { directionOf } from '@/shared/evaluation/direction';
import type { Direction } from '@/shared/evaluation/direction';

type Topic = Readonly<{ difference: number }>;

/** The best first: by how much the run gains over what it is compared with, whichever way the measure points. */
export function sortByGain<Row extends Topic>(
  topics: readonly Row[],
  isLowerBetter: boolean,
): Row[] {
  const gain = ({ difference }: Topic): number => (isLowerBetter ? -1 : 1) * difference;
  return topics.toSorted((a, b) => gain(b) - gain(a));
}

export function countDirections(
  topics: readonly Topic[],
  isLowerBetter: boolean,
): Record<Direction, number> {
  const counts = { better: 0, equal: 0, worse: 0 };
  for (const { difference } of topics) counts[directionOf(difference, isLowerBetter)] += 1;
  return counts;
}
