import { Link } from '@/shared/routing/Link';
import styles from '@/features/campaign/whatif/turning/turning.module.css';

type Named = Readonly<{ query: string; doc_id: string; pair: number | null }>;
type Props = Readonly<{ campaignId: number; of: Named }>;

/** A query and a passage; a link to the pair where the campaign has it. */
export function PairName({ campaignId, of: { query, doc_id: docId, pair } }: Props) {
  const name = (
    <>
      {query} <span>· {docId}</span>
    </>
  );
  return (
    <span className={styles.name}>
      {pair === null ? name : <Link to={`/campaigns/${campaignId}/pairs/${pair}`}>{name}</Link>}
    </span>
  );
}
