import { useLayoutEffect } from 'react';
import { useRead } from '@/api/read';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { PairView } from '@/features/campaign/pairs/pair/PairView';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
import { together } from '@/shared/requests/together';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Loaded } from '@/shared/ui/requests/Loaded';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

/** The way back to the list as it was, and to the pairs beside this one, as far as it was read. */
function PairNav({ campaignId, pairId }: Readonly<{ campaignId: number; pairId: number }>) {
  const { list, before, after } = useNeighbours(campaignId, pairId);
  return (
    <nav className={styles.nav} aria-label="Pairs">
      <Link to={list}>Back to the list</Link>
      {before !== null && <Link to={before}>Previous pair</Link>}
      {after !== null && <Link to={after}>Next pair</Link>}
    </nav>
  );
}

/** A query, a passage, and all that was said of the two. */
export default function PairPage() {
  const campaign = useCampaign();
  const { id } = campaign;
  const pairId = Number(useParams().pair);
  const where = { campaign_id: id, pair_id: pairId };
  const pair = useRead('/api/campaigns/{campaign_id}/pairs/{pair_id}', where);
  const judgments = useRead('/api/campaigns/{campaign_id}/pairs/{pair_id}/judgments', where);
  useLayoutEffect(() => {
    window.scrollTo(0, 0); // some browsers return a promise, which is no clean-up
  }, [pairId]);
  return (
    <Loaded
      query={together({ pair, judgments })}
      waiting="Opening the pair"
      trouble="This pair cannot be shown now"
      keepsAnswer
    >
      {(found) => (
        <>
          <PairNav campaignId={id} pairId={pairId} />
          <PairView campaign={campaign} pair={found.pair} judgments={found.judgments.judgments} />
        </>
      )}
    </Loaded>
  );
}
