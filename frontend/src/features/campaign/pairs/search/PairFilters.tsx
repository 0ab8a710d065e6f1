import type { PairChoices } from '@/api/types';
import { choicesOf } from '@/features/campaign/pairs/search/choices';
import { FIRST_ORDER, ORDERS } from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import type { ChangeSearch } from '@/features/campaign/pairs/search/useSearch';
import { useTyped } from '@/shared/browser/useTyped';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { optionsOf } from '@/shared/ui/fields/options';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/campaign/pairs/search/filters.module.css';

type Props = Readonly<{ choices: PairChoices; search: Search; onChange: ChangeSearch }>;

/** The order of the list, and by what it is narrowed besides. */
export function PairFilters({ choices, search, onChange }: Props) {
  const [words, setWords] = useTyped(search.words ?? '', (typed) =>
    onChange({ words: typed.trim() === '' ? undefined : typed }, { replace: true }),
  );
  return (
    <Form className={styles.filters} role="search">
      <div className={styles.words}>
        <TextField
          label="Words of the query"
          width="full"
          type="search"
          value={words}
          maxLength={200}
          onChange={setWords}
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
