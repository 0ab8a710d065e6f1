import { percentOf, setSentence } from '@/features/campaign/policy/topicSets';
import type { TopicSets } from '@/features/campaign/policy/topicSets';
import { NumberField } from '@/shared/ui/fields/NumberField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/policy/TopicSetFields.module.css';

const MOST = 32_767;

type Props = Readonly<{ value: TopicSets; onChange: (part: Partial<TopicSets>) => void }>;

/** How soon new topics are begun, and how soon those begun have all their judgments. */
export function TopicSetFields({ value, onChange }: Props) {
  return (
    <fieldset className={styles.fields}>
      <legend>Topics begun and new topics</legend>
      <NumberField
        label="Sets of topics at a time"
        hint="The first set is never new: its topics were begun by others."
        value={value.sets_offered}
        min={1}
        max={MOST}
        onChange={(n) => onChange({ sets_offered: n })}
      />
      <NumberField
        label="Topics in a set"
        value={value.topics_per_set}
        min={1}
        max={MOST}
        onChange={(n) => onChange({ topics_per_set: n })}
      />
      <NumberField
        label="How often a set is new, in percent"
        value={percentOf(value.new_topic_share)}
        min={0}
        max={100}
        kind="any"
        onChange={(percent) => onChange({ new_topic_share: percent / 100 })}
      />
      <p className={text.soft}>{setSentence(value)} When one kind runs out, the other is used.</p>
    </fieldset>
  );
}
