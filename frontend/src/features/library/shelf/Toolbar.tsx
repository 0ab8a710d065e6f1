import type { Sought } from '@/features/library/shelf/useShelf';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { useTyped } from '@/shared/useTyped';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { Option } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/library/shelf/shelf.module.css';

type Group = Readonly<{ name: string; n: number }>;

type Props = Readonly<{
  /** What the search looks into. */
  searched: string;
  orders: readonly Option[];
  /** By what rows can be narrowed, and the name of that. */
  groups: readonly Group[];
  of: string;
  sought: Sought;
  change: ChangeAddress;
}>;

/** A group that the address names stays to be chosen, whether anything is found of it or not. */
function optionsOf(groups: readonly Group[], of: string, chosen: string): readonly Option[] {
  const found = groups.map(({ name, n }) => ({ value: name, label: `${name} (${n})` }));
  const isKnown = chosen === '' || found.some(({ value }) => value === chosen);
  return [
    { value: '', label: `All ${of}s` },
    ...(isKnown ? found : [{ value: chosen, label: chosen }, ...found]),
  ];
}

/** How a list of the library is searched, narrowed and ordered. */
export function Toolbar({ searched, orders, groups, of, sought, change }: Props) {
  const [words, setWords] = useTyped(sought.search, (search) => change({ search: search.trim() }));
  return (
    <form className={styles.toolbar} role="search" onSubmit={(event) => event.preventDefault()}>
      <div className={styles.words}>
        <TextField
          label="Search"
          hint={searched}
          width="full"
          type="search"
          maxLength={200}
          value={words}
          onChange={setWords}
        />
      </div>
      {of !== '' && (
        <SelectField
          label={of === 'collection' ? 'Collection' : 'Topic set'}
          width="full"
          options={optionsOf(groups, of, sought.of)}
          value={sought.of}
          onChange={(name) => change({ of: name })}
        />
      )}
      <SelectField
        label="Order"
        width="full"
        options={orders}
        value={sought.sort}
        onChange={(sort) => change({ sort })}
      />
      <CheckField
        label="Show archived"
        checked={sought.isArchived}
        onChange={(isArchived) => change({ archived: isArchived ? 'yes' : '' })}
      />
    </form>
  );
}
