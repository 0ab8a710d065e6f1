import type { Collection, TopicSet } from '@/api/types';
import type { FormProps } from '@/features/library/parameters/formProps';
import { SourceField } from '@/features/library/compute/SourceField';
import parameters from '@/features/library/parameters/parameters.module.css';

type Props = FormProps &
  Readonly<{ collections: readonly Collection[]; topicSets: readonly TopicSet[] }>;

/** What is ranked, and for which topics. */
export function GroundFields({ collections, topicSets, entered, troubles, change }: Props) {
  return (
    <div className={parameters.fields}>
      <SourceField
        label="Collection"
        trouble={troubles.collection}
        value={entered.collection}
        choices={collections.map(({ name, n_passages: n }) => ({ name, n }))}
        kind="passage"
        choose={(collection) => change({ collection }, 'collection')}
      />
      <SourceField
        label="Topic set"
        trouble={troubles.topic_set}
        value={entered.topic_set}
        choices={topicSets.map(({ name, n_topics: n }) => ({ name, n }))}
        kind="topic"
        choose={(topic_set) => change({ topic_set }, 'topic_set')}
      />
    </div>
  );
}
