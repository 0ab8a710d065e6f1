import type { PairChoices } from '@/api/types';
import { choicesOf } from '@/features/campaign/pairs/search/choices';
import { FIRST_ORDER, ORDERS } from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import type { ChangeSearch } from '@/features/campaign/pairs/search/useSearch';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { optionsOf } from '@/shared/ui/fields/options';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/campaign/pairs/search/filters.module.css';

type Props = Readonly<{ choices: PairChoices; search: Search; onChange: ChangeSearch }>;

/** The order of the list, and by what it is narrowed besides. */
export function PairFilters({ choices, search, onChange }: Props) {
  return (
    <Form className={styles.filters} role="search">
      <div className={styles.words}>
        <SearchField
          label="Words of the query"
          value={search.words ?? ''}
          onSearch={(typed) =>
            onChange({ words: typed.trim() === '' ? undefined : typed }, { replace: true })
          }
        />
      </div>
      <SelectField
        label="Order"
        options={optionsOf(ORDERS)}
        value={search.order ?? FIRST_ORDER}
        onChange={(order) => onChange({ order })}
      />
      {choicesOf(choices, search).map(({ label, options, value, changeTo }) => (
        <SelectField
          key={label}
          label={label}
          options={options}
          value={value}
          onChange={(chosen) => onChange(changeTo(chosen))}
        />
      ))}
    </Form>
  );
}
