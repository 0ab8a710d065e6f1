import type { Run } from '@/api/types';
import { Field } from '@/features/ranking/components/Field';
import type { FormProps } from '@/features/ranking/components/formProps';
import { counted } from '@/shared/format';

type Props = FormProps & Readonly<{ runs: readonly Run[] }>;

/** The run whose best passages get a new order. */
export function ParentField({ runs, entered, troubles, change }: Props) {
  const chosen = runs.find(({ name }) => name === entered.parent);
  const ground = chosen && `${chosen.collection} / ${chosen.topic_set}`;
  return (
    <div className="ground">
      <Field label="Run to re-rank" hint={ground} trouble={troubles.parent}>
        {(ties) => (
          <select
            {...ties}
            value={entered.parent}
            onChange={({ target }) => change({ parent: target.value }, 'parent')}
          >
            <option value="">Choose one</option>
            {runs.map(({ name, n_topics: n }) => (
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
