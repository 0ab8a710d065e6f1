import type { Sought } from '@/features/library/shelf/useShelf';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { Option } from '@/shared/ui/fields/SelectField';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { Form } from '@/shared/ui/forms/Form';
import { entriesOf } from '@/shared/ui/fields/entries';
import styles from '@/features/library/shelf/shelf.module.css';

export type Group = Readonly<{ name: string; n: number }>;

type Props = Readonly<{
  /** What the search looks into. */
  searched: string;
  orders: readonly Option[];
  /** The topic sets that rows can be narrowed to, where they can. */
  topicSets: readonly Group[] | undefined;
  sought: Sought;
  change: ChangeAddress;
}>;

/** A topic set that the address names can be chosen, whether anything is found of it or not. */
function optionsOf(topicSets: readonly Group[], chosen: string): readonly Option[] {
  const found = topicSets.map(({ name, n }) => ({ value: name, label: `${name} (${n})` }));
  const isKnown = chosen === '' || found.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'All topic sets' },
    ...(isKnown ? found : [{ value: chosen, label: chosen }, ...found]),
  ];
}

/** How a list of the library is searched, narrowed and ordered. */
export function Toolbar({ searched, orders, topicSets, sought, change }: Props) {
  const entry = entriesOf(sought, change);
  return (
    <Form className={styles.toolbar} role="search">
      <div className={styles.words}>
        <SearchField
          label="Search"
          hint={searched}
          value={sought.search}
          onSearch={(words) => change({ search: words.trim() })}
        />
      </div>
      {topicSets !== undefined && (
        <SelectField
          label="Topic set"
          width="full"
          options={optionsOf(topicSets, sought.of)}
          {...entry('of')}
        />
      )}
      <SelectField label="Order" width="full" options={orders} {...entry('sort')} />
      <CheckField
        label="Show archived"
        checked={sought.isArchived}
        onChange={(isArchived) => change({ archived: isArchived ? 'yes' : '' })}
      />
    </Form>
  );
}
