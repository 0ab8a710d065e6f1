import { Link } from '@/shared/routing/Link';
import { usePairPages } from '@/features/campaign/api/pairs';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { useSearch } from '@/features/campaign/pairs/search/useSearch';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{ campaignId: number; pairId: number }>;

/** The way back to the list as it was, and to the pairs beside this one, as far as it was read. */
export function PairNav({ campaignId, pairId }: Props) {
  const [search] = useSearch();
  const { data } = usePairPages(campaignId, search, false);
  const ids = data?.pages.flatMap(({ pairs }) => pairs.map(({ id }) => id)) ?? [];
  const place = ids.indexOf(pairId);
  const before = place < 0 ? undefined : ids[place - 1];
  const after = place < 0 ? undefined : ids[place + 1];
  const list = `/campaigns/${campaignId}/pairs`;
  const end = addressOf(search);
  return (
    <nav className={styles.nav} aria-label="Pairs">
      <Link to={`${list}${end}`}>Back to the list</Link>
      {before !== undefined && <Link to={`${list}/${before}${end}`}>Previous pair</Link>}
      {after !== undefined && <Link to={`${list}/${after}${end}`}>Next pair</Link>}
    </nav>
  );
}
