import type { Topic } from '@/features/comparison/topics/table/table';

/** One place of a scatter plot, with all the topics that lie there. */
export type Spot = Readonly<{ x: number; y: number; topics: readonly Topic[] }>;

const DECIMALS = 9;

/** Topics by where they lie; values that differ by rounding alone lie at one place. */
export function spotsOf(
  topics: readonly Topic[],
  x: (topic: Topic) => number,
  y: (topic: Topic) => number,
): Spot[] {
  const spots = new Map<string, Spot>();
  for (const topic of topics) {
    const at = { x: x(topic), y: y(topic) };
    const key = `${at.x.toFixed(DECIMALS)} ${at.y.toFixed(DECIMALS)}`;
    const spot = spots.get(key) ?? { ...at, topics: [] };
    spots.set(key, { ...spot, topics: [...spot.topics, topic] });
  }
  // The largest first, so that none is hidden under another.
  return [...spots.values()].sort((a, b) => b.topics.length - a.topics.length);
}
