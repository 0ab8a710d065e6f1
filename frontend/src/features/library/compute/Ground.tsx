import type { Collection, Run, TopicSet } from '@/api/types';
import { GroundFields, ParentField } from '@/features/library/compute/GroundFields';
import type { FormProps } from '@/features/library/parameters/formProps';

type Props = FormProps &
  Readonly<{
    collections: readonly Collection[];
    topicSets: readonly TopicSet[];
    runs: readonly Run[];
  }>;

/** What is ranked: a collection for topics, or a run’s best. */
export function Ground({ collections, topicSets, runs, ...fields }: Props) {
  if (fields.entered.task === 'rerank') return <ParentField {...fields} runs={runs} />;
  return <GroundFields {...fields} collections={collections} topicSets={topicSets} />;
}
