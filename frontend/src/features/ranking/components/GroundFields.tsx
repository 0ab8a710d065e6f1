import type { Collection, TopicSet } from '@/api/types';
import { Field } from '@/features/ranking/components/Field';
import type { FormProps } from '@/features/ranking/components/formProps';
import { counted } from '@/shared/format';

type Props = FormProps &
  Readonly<{ collections: readonly Collection[]; topicSets: readonly TopicSet[] }>;

/** What is ranked, and for which topics. */
export function GroundFields({ collections, topicSets, entered, troubles, change }: Props) {
  return (
    <div className="ground">
      <Field label="Collection" trouble={troubles.collection}>
        {(ties) => (
          <select
            {...ties}
            value={entered.collection}
            onChange={({ target }) => change({ collection: target.value }, 'collection')}
          >
            <option value="">Choose one</option>
            {collections.map(({ name, n_passages: n }) => (
              <option key={name} value={name}>
                {name} ({counted(n, 'passage')})
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Topic set" trouble={troubles.topic_set}>
        {(ties) => (
          <select
            {...ties}
            value={entered.topic_set}
            onChange={({ target }) => change({ topic_set: target.value }, 'topic_set')}
          >
            <option value="">Choose one</option>
            {topicSets.map(({ name, n_topics: n }) => (
              <option key={name} value={name}>
                {name} ({counted(n, 'topic')})
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
