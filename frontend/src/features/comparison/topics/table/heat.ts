import type { LabelsByTopic } from '@/api/compared';
import type { Topic } from '@/features/comparison/topics/table/table';
import { meanOf } from '@/shared/ui/figure/spread';

export const ORDERS = [
  { value: 'mean', label: 'best on average first' },
  { value: 'difference', label: 'greatest gain first' },
  { value: 'set', label: 'as in the topic set' },
] as const;

export type Order = (typeof ORDERS)[number]['value'];

export const readOrder = (params: URLSearchParams): Order =>
  ORDERS.find(({ value }) => value === params.get('order'))?.value ?? 'mean';

/** A drawing of thousands of rows helps nobody: the ends are what is looked for. */
const END = 60;

/** The first and last of many rows; all where they are few. */
export const endsOf = <Row>(rows: readonly Row[]): readonly Row[] =>
  rows.length <= 2 * END ? rows : [...rows.slice(0, END), ...rows.slice(-END)];

/** Topics by their mean over all runs, the best first. */
export function sortByMean(
  topics: readonly Topic[],
  { runs }: LabelsByTopic,
  isLowerBetter: boolean,
): Topic[] {
  const mean = ({ place }: Topic): number => meanOf(runs.map(({ values }) => values[place] ?? 0));
  const means = new Map(topics.map((topic) => [topic.place, mean(topic)]));
  const of = ({ place }: Topic): number => (means.get(place) ?? 0) * (isLowerBetter ? -1 : 1);
  return topics.toSorted((a, b) => of(b) - of(a));
}

/** The lowest and highest value there is; 0 and 1 where all lie between. */
export function rangeOf({ runs }: LabelsByTopic): readonly [number, number] {
  let [low, high] = [0, 1];
  for (const { values } of runs)
    for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
