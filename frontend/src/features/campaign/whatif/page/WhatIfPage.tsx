import { useRead } from '@/api/read';
import { useRuns } from '@/api/runs';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { WhatIfDesk } from '@/features/campaign/whatif/page/WhatIfDesk';
import { asApiError, isRefused, sentence } from '@/shared/requests/errors';
import { useSearchParams } from '@/shared/routing/location';
import { Unread } from '@/shared/ui/requests/Unread';
import text from '@/shared/styles/text.module.css';

type Pool = ReturnType<typeof useCampaign>['pool'];

/** Complete runs over the passages and topics of the campaign: those of its pool first. */
function useFittingRuns({ collection, topic_set: topicSet, runs: pooled }: Pool) {
  const asked = (useSearchParams().get('runs') ?? '').split(',');
  const query = useRuns(...asked);
  const runs = query.data
    ?.filter(
      ({ status, lineage }) =>
        status === 'complete' &&
        lineage.collections.includes(collection) &&
        lineage.topic_sets.includes(topicSet),
    )
    .map(({ name }) => name)
    .toSorted((a, b) => Number(pooled.includes(b)) - Number(pooled.includes(a)));
  return { ...query, runs };
}

/** What would change the order of runs: another policy, other people, other topics, or single labels. */
export default function WhatIfPage() {
  const { id, pool } = useCampaign();
  const labels = useRead('/api/campaigns/{campaign_id}/labels', { campaign_id: id });
  const { runs, ...read } = useFittingRuns(pool);
  if (labels.error !== null && isRefused(asApiError(labels.error)))
    return <p className={text.soft}>{sentence(labels.error)}</p>;
  if (labels.data === undefined || runs === undefined)
    return (
      <Unread
        of={labels.error === null ? read : labels}
        waiting="Reading the votes"
        trouble="This page cannot be shown now"
      />
    );
  if (runs.length < 2)
    return (
      <p>This needs two runs over the passages and topics of the campaign; there are fewer.</p>
    );
  return (
    <WhatIfDesk campaignId={id} offered={{ labels: labels.data, runs, poolDepth: pool.depth }} />
  );
}
