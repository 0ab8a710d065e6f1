import type { LabelsByTopic, RunByTopic, TopicTable } from '@/api/compared';
import type { Focus } from '@/features/comparison/choice/focus';

/** A topic of a table, with its place in every list of it. */
export type Topic = TopicTable['topics'][number] & Readonly<{ place: number }>;

/** What every view is given: a table, which of its topics are shown, and what is looked at of them. */
export type ViewProps = Readonly<{
  table: TopicTable;
  shown: readonly Topic[];
  focus: Focus;
  /** What the run is held against: the baseline, or itself under other labels. */
  other: Readonly<{ run: string; labels: string; name: string }>;
  /** Where a topic is shown; null until that is known. */
  to: ((queryId: string) => string) | null;
  params: URLSearchParams;
  change: (part: Readonly<Record<string, string>>) => void;
}>;

export const topicsOf = ({ topics }: TopicTable): Topic[] =>
  topics.map((topic, place) => ({ ...topic, place }));

export const blockOf = ({ blocks }: TopicTable, labels: string): LabelsByTopic | undefined =>
  blocks.find((block) => block.labels === labels);

export const runsOf = ({ blocks }: TopicTable): string[] =>
  blocks[0]?.runs.map(({ run }) => run) ?? [];

export const runUnder = (table: TopicTable, labels: string, run: string): RunByTopic | undefined =>
  blockOf(table, labels)?.runs.find((one) => one.run === run);

/** One run's value on a topic under one label set; 0 where the table has no such run. */
export const valueAt =
  (table: TopicTable, labels: string, run: string) =>
  ({ place }: Topic): number =>
    runUnder(table, labels, run)?.values[place] ?? 0;
