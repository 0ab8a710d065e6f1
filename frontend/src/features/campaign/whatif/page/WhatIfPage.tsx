import { useRead } from '@/api/read';
import { useRuns } from '@/api/runs';
import type { Run } from '@/api/types';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { WhatIfDesk } from '@/features/campaign/whatif/page/WhatIfDesk';
import type { Offered } from '@/features/campaign/whatif/state/state';
import { asApiError, isRefused, sentence } from '@/shared/requests/errors';
import { useSearchParams } from '@/shared/routing/location';
import { Unread } from '@/shared/ui/requests/Unread';
import text from '@/shared/styles/text.module.css';

type Pool = ReturnType<typeof useCampaign>['pool'];

/** Complete runs over the passages and topics of the campaign: those of its pool first, variants last. */
function fittingRuns(runs: readonly Run[], pool: Pool): Pick<Offered, 'runs' | 'originals'> {
  const { collection, topic_set: topicSet, runs: pooled } = pool;
  const isOriginal = (run: Run): boolean =>
    run.collection === collection && run.topic_set === topicSet;
  const placeOf = (run: Run): number =>
    Number(!pooled.includes(run.name)) + 2 * Number(!isOriginal(run));
  const fitting = runs
    .filter(
      ({ status, lineage }) =>
        status === 'complete' &&
        lineage.collections.includes(collection) &&
        lineage.topic_sets.includes(topicSet),
    )
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  const namesOf = (some: readonly Run[]): string[] => some.map(({ name }) => name);
  return { runs: namesOf(fitting), originals: namesOf(fitting.filter(isOriginal)) };
}

/** What would change the order of runs: another policy, other people, other topics, or single labels. */
export default function WhatIfPage() {
  const { id, pool } = useCampaign();
  const labels = useRead('/api/campaigns/{campaign_id}/labels', { campaign_id: id });
  const named = (useSearchParams().get('runs') ?? '').split(',');
  const runs = useRuns(...named);
  if (labels.error !== null && isRefused(asApiError(labels.error)))
    return <p className={text.soft}>{sentence(labels.error)}</p>;
  if (labels.data === undefined || runs.data === undefined)
    return (
      <Unread
        of={labels.error === null ? runs : labels}
        waiting="Reading the votes"
        trouble="This page cannot be shown now"
      />
    );
  const fitting = fittingRuns(runs.data, pool);
  if (fitting.runs.length < 2)
    return (
      <p>This needs two runs over the passages and topics of the campaign; there are fewer.</p>
    );
  return (
    <WhatIfDesk
      campaignId={id}
      offered={{ labels: labels.data, ...fitting, poolDepth: pool.depth }}
    />
  );
}
