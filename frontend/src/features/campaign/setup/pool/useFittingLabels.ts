import { useLabels } from '@/api/labels';
import type { Draft } from '@/features/campaign/setup/draft/draft';

/** Names of the label sets over the draft's topics and passages. */
export function useFittingLabels({ collection, topicSet }: Draft): readonly string[] {
  const { data = [] } = useLabels();
  return data
    .filter((one) => one.collection === collection && one.topic_set === topicSet)
    .map(({ name }) => name);
}
