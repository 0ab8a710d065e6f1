import type { Ranker } from '@/api/types';
import { Field } from '@/features/library/parameters/Field';
import type { FormProps } from '@/features/library/parameters/formProps';
import { UNSAID } from '@/features/library/parameters/model';
import { BM25 } from '@/features/library/parameters/request';

type Props = FormProps & Readonly<{ rankers: readonly Ranker[] }>;

/** Who ranks. What was said of one ranker’s model holds for no other. */
export function RankerField({ rankers, entered, troubles, change }: Props) {
  const isSearch = entered.task === 'search';
  const able = isSearch ? rankers.filter((one) => one.can_retrieve) : rankers;
  return (
    <Field label="Ranker" className="ranker" trouble={troubles.ranker}>
      {(ties) => (
        <select
          {...ties}
          value={entered.ranker}
          onChange={({ target }) => change({ ...UNSAID, ranker: target.value }, 'ranker')}
        >
          {isSearch && <option value={BM25}>BM25</option>}
          {able.map(({ name, label }) => (
            <option key={name} value={name}>
              {label} ({name})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
