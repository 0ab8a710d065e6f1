import type { ReactNode } from 'react';
import type { Collection, TopicSet, Run } from '@/api/types';
import type { FormProps } from '@/features/library/parameters/formProps';
import { counted } from '@/shared/format';
import { SelectField } from '@/shared/ui/fields/SelectField';
import parameters from '@/features/library/parameters/parameters.module.css';

type SourceFieldProps = Readonly<{
  label: string;
  hint?: ReactNode;
  trouble: string | undefined;
  value: string;
  /** What there is to choose from, each with how many things of its kind it holds. */
  choices: readonly Readonly<{ name: string; n: number }>[];
  kind: string;
  choose: (name: string) => void;
}>;

/** One thing chosen by its name. */
function SourceField({ label, hint, trouble, value, choices, kind, choose }: SourceFieldProps) {
  const options = choices.map(({ name, n }) => ({
    value: name,
    label: `${name} (${counted(n, kind)})`,
  }));
  return (
    <SelectField
      label={label}
      hint={hint}
      trouble={trouble}
      options={[{ value: '', label: 'Choose one' }, ...options]}
      value={value}
      onChange={choose}
    />
  );
}

type ParentFieldProps = FormProps & Readonly<{ runs: readonly Run[] }>;

/** The run whose best passages get a new order. */
export function ParentField({ runs, entered, troubles, change }: ParentFieldProps) {
  const chosen = runs.find(({ name }) => name === entered.parent);
  return (
    <div className={parameters.fields}>
      <SourceField
        label="Run to re-rank"
        hint={chosen && `${chosen.collection} / ${chosen.topic_set}`}
        trouble={troubles.parent}
        value={entered.parent}
        choices={runs.map(({ name, n_topics: n }) => ({ name, n }))}
        kind="topic"
        choose={(parent) => change({ parent }, 'parent')}
      />
    </div>
  );
}

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
