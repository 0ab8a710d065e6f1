import { useMadeCollections } from '@/api/collections';
import { useRuns } from '@/api/runs';
import { useTopicSets } from '@/api/topicSets';
import { CollectionChoice } from '@/upload/choice/CollectionChoice';
import { LabelChoice } from '@/features/campaign/setup/runs/LabelChoice';
import { RunChoice } from '@/features/campaign/setup/runs/RunChoice';
import { TopicSetChoice } from '@/upload/choice/TopicSetChoice';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useForgotten } from '@/features/campaign/setup/runs/useForgotten';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

/** What is judged: passages, the topics they are judged for, and the runs that found them. */
export function RunsStep({ draft, change }: StepProps) {
  const collections = useMadeCollections();
  const topicSets = useTopicSets();
  const runs = useRuns();
  useForgotten(draft, change, collections.data, topicSets.data, runs.data);
  const error = collections.error ?? topicSets.error ?? runs.error;
  if (error !== null) {
    const retry = (): void =>
      void Promise.all([collections.refetch(), topicSets.refetch(), runs.refetch()]);
    return <PageTrouble title="The runs cannot be listed now" error={error} onRetry={retry} />;
  }
  if (!collections.data || !topicSets.data || !runs.data)
    return <Waiting label="Listing the runs" />;
  const hasGround = draft.collection !== '' && draft.topicSet !== '';
  return (
    <>
      <CollectionChoice
        label="The passages to judge"
        rows={collections.data}
        value={draft.collection}
        onChoose={(collection) => change({ collection, runs: [] })}
      />
      <TopicSetChoice
        rows={topicSets.data}
        value={draft.topicSet}
        onChoose={(topicSet) => change({ topicSet, runs: [], sample: null, withoutLabels: [] })}
      />
      {hasGround && <RunChoice rows={runs.data} draft={draft} change={change} />}
      {hasGround && <LabelChoice draft={draft} />}
    </>
  );
}
