import { NumberField } from '@/features/setup/components/NumberField';
import type { StepProps } from '@/features/setup/components/stepProps';
import { setSentence } from '@/shared/topicSets';

const MOST = 32_767;

type Props = Pick<StepProps, 'draft' | 'change'>;

/** How soon new topics are begun, and how soon those begun have all their judgments. */
export function TopicSetsForm({ draft, change }: Props) {
  const { setsOffered, topicsPerSet, newTopicShare } = draft;
  return (
    <>
      <NumberField
        label="Sets of topics at a time"
        hint="Of several sets, the first holds topics that others have begun."
        value={setsOffered}
        min={1}
        max={MOST}
        onChange={(n) => change({ setsOffered: n })}
      />
      <NumberField
        label="Topics in a set"
        value={topicsPerSet}
        min={1}
        max={MOST}
        onChange={(n) => change({ topicsPerSet: n })}
      />
      <NumberField
        label="How often a set is new, in percent"
        hint={setSentence({
          sets_offered: setsOffered,
          topics_per_set: topicsPerSet,
          new_topic_share: newTopicShare,
        })}
        value={Math.round(100 * newTopicShare)}
        min={0}
        max={100}
        onChange={(percent) => change({ newTopicShare: percent / 100 })}
      />
    </>
  );
}
