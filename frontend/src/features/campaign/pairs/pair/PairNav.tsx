import { Link } from '@/shared/routing/Link';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{ campaignId: number; pairId: number }>;

/** The way back to the list as it was, and to the pairs beside this one, as far as it was read. */
export function PairNav({ campaignId, pairId }: Props) {
  const { list, before, after } = useNeighbours(campaignId, pairId);
  return (
    <nav className={styles.nav} aria-label="Pairs">
      <Link to={list}>Back to the list</Link>
      {before !== null && <Link to={before}>Previous pair</Link>}
      {after !== null && <Link to={after}>Next pair</Link>}
    </nav>
  );
}
