import type { Ranker } from '@/api/types';
import type { FormProps } from '@/features/library/parameters/formProps';
import { UNSAID } from '@/features/library/parameters/model';
import { BM25 } from '@/features/library/parameters/request';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/library/compute/compute.module.css';

type Props = FormProps & Readonly<{ rankers: readonly Ranker[] }>;

/** Who ranks. What was said of one ranker’s model holds for no other. */
export function RankerField({ rankers, entered, troubles, change }: Props) {
  const isSearch = entered.task === 'search';
  const able = isSearch ? rankers.filter((one) => one.can_retrieve) : rankers;
  const options = able.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }));
  return (
    <div className={styles.ranker}>
      <SelectField
        label="Ranker"
        trouble={troubles.ranker}
        options={isSearch ? [{ value: BM25, label: 'BM25' }, ...options] : options}
        value={entered.ranker}
        onChange={(ranker) => change({ ...UNSAID, ranker }, 'ranker')}
      />
    </div>
  );
}
