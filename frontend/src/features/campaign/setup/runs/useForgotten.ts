import { useEffect } from 'react';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';

type Named = Readonly<{ name: string }>;
type Rows = readonly Named[] | undefined;

const isGone = (name: string, rows: Rows): boolean =>
  name !== '' && rows !== undefined && rows.every((row) => row.name !== name);

/** A draft outlives the database that it was written over: what is no longer there is dropped. */
export function useForgotten(
  { collection, topicSet, runs: chosen }: Draft,
  change: Change,
  collections: Rows,
  topicSets: Rows,
  runs: Rows,
): void {
  const noCollection = isGone(collection, collections);
  const noTopics = isGone(topicSet, topicSets);
  const noRun = chosen.some((name) => isGone(name, runs));
  useEffect(() => {
    if (noCollection) change({ collection: '', runs: [] });
    if (noTopics) change({ topicSet: '', runs: [] });
    if (noRun) change({ runs: chosen.filter((name) => !isGone(name, runs)) });
  }, [noCollection, noTopics, noRun, change, chosen, runs]);
}
