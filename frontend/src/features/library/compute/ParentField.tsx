import type { Run } from '@/api/types';
import type { FormProps } from '@/features/library/parameters/formProps';
import { SourceField } from '@/features/library/compute/SourceField';
import parameters from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ runs: readonly Run[] }>;

/** The run whose best passages get a new order. */
export function ParentField({ runs, entered, troubles, change }: Props) {
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
