import type { PairChoices } from '@/api/types';
import { ONLY, offered, toggled } from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import type { ChangeSearch } from '@/features/campaign/pairs/search/useSearch';
import { formatMany } from '@/features/campaign/kit/formatMany';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/search/filters.module.css';

type Props = Readonly<{
  counts: PairChoices['only'];
  search: Search;
  onChange: ChangeSearch;
}>;

/** A button for each kind of pair that there is; several together narrow the list. */
export function OnlyChips({ counts, search, onChange }: Props) {
  const { only: chosen = [], query_id: queryId } = search;
  const shown = offered(counts, chosen);
  if (shown.length === 0 && queryId === undefined) return null;
  return (
    <div className={styles.chips} role="group" aria-label="Show only">
      {queryId !== undefined && (
        <button type="button" aria-pressed onClick={() => onChange({ query_id: undefined })}>
          Query {queryId}
        </button>
      )}
      {shown.map(({ only, n }) => (
        <button
          key={only}
          type="button"
          title={ONLY[only][1]}
          aria-pressed={chosen.includes(only)}
          onClick={() => onChange(toggled(search, only))}
        >
          {ONLY[only][0]} <span className={text.softNumber}>{formatMany(n)}</span>
        </button>
      ))}
    </div>
  );
}
