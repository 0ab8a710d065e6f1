import { useLayoutEffect } from 'react';
import { useRead } from '@/api/read';
import { useParams } from '@/shared/routing/Routes';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { PairView } from '@/features/campaign/pairs/pair/PairView';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { Link } from '@/shared/routing/Link';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
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
  if (pair.data === undefined || judgments.data === undefined) {
    const error = pair.error ?? judgments.error;
    if (error === null) return <Waiting label="Opening the pair" />;
    const retry = (): void => void Promise.all([pair.refetch(), judgments.refetch()]);
    return <PageTrouble title="This pair cannot be shown now" error={error} onRetry={retry} />;
  }
  return (
    <>
      <PairNav campaignId={id} pairId={pairId} />
      <PairView campaign={campaign} pair={pair.data} judgments={judgments.data.judgments} />
    </>
  );
}
