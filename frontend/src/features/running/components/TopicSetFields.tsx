import { Field } from '@/features/running/components/Field';
import { setSentence } from '@/shared/topicSets';
import type { TopicSets } from '@/shared/topicSets';

const MOST = 32_767;

type Props = Readonly<{ value: TopicSets; onChange: (part: Partial<TopicSets>) => void }>;

/** Which topics come next: as many as others have begun, and how often new ones. */
export function TopicSetFields({ value, onChange }: Props) {
  return (
    <fieldset className="stack">
      <legend>Topics begun and new topics</legend>
      <Field label="Sets of topics at a time" className="number-field">
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={1}
            max={MOST}
            required
            value={value.sets_offered}
            onChange={(e) => onChange({ sets_offered: Number(e.target.value) })}
          />
        )}
      </Field>
      <Field label="Topics in a set" className="number-field">
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={1}
            max={MOST}
            required
            value={value.topics_per_set}
            onChange={(e) => onChange({ topics_per_set: Number(e.target.value) })}
          />
        )}
      </Field>
      <Field
        label="Probability that a set is new"
        hint="From 0 to 1. Of several sets, the first is never new."
        className="number-field"
      >
        {(ids) => (
          <input
            {...ids}
            type="number"
            min={0}
            max={1}
            step="any"
            required
            value={value.new_topic_share}
            onChange={(e) => onChange({ new_topic_share: Number(e.target.value) })}
          />
        )}
      </Field>
      <p className="soft">
        {setSentence(value)} Where one kind has run out, the other takes its place.
      </p>
    </fieldset>
  );
}
