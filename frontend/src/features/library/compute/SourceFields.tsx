import type { Collection, Run, TopicSet } from '@/api/types';
import { fieldsOf } from '@/features/library/parameters/formProps';
import type { FormProps } from '@/features/library/parameters/formProps';
import { sizedOptions } from '@/shared/ui/fields/options';
import { SelectField } from '@/shared/ui/fields/SelectField';
import parameters from '@/features/library/parameters/parameters.module.css';

type Props = FormProps &
  Readonly<{
    collections: readonly Collection[];
    topicSets: readonly TopicSet[];
    runs: readonly Run[];
  }>;

/** What is ranked: a collection for topics, or a run’s best. */
export function SourceFields({ collections, topicSets, runs, ...form }: Props) {
  const field = fieldsOf(form);
  const { task, parent } = form.entered;
  const chosen = runs.find(({ name }) => name === parent);
  return (
    <div className={parameters.fields}>
      {task === 'rerank' ? (
        <SelectField
          label="Run to re-rank"
          hint={chosen && `${chosen.collection} / ${chosen.topic_set}`}
          options={sizedOptions(runs, 'topic', ({ n_topics: n }) => n)}
          {...field('parent')}
        />
      ) : (
        <>
          <SelectField
            label="Collection"
            options={sizedOptions(collections, 'passage', ({ n_passages: n }) => n)}
            {...field('collection')}
          />
          <SelectField
            label="Topic set"
            options={sizedOptions(topicSets, 'topic', ({ n_topics: n }) => n)}
            {...field('topic_set')}
          />
        </>
      )}
    </div>
  );
}
