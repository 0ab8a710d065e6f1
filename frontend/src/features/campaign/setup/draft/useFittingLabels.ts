import { useLabels } from '@/api/labels';
import type { LabelSet } from '@/api/types';
import type { Draft } from '@/features/campaign/setup/draft/draft';

/** The label sets over the draft's topics and passages. */
export function useFittingLabels({ collection, topicSet }: Draft): readonly LabelSet[] {
  const { data = [] } = useLabels();
  return data.filter((one) => one.collection === collection && one.topic_set === topicSet);
}
