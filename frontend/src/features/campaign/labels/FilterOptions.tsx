import { labelOptions } from '@/features/campaign/labels/labelOptions';
import { NumberField } from '@/shared/ui/fields/NumberField';
import type { OptionProps } from '@/features/campaign/labels/VoteOptions';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import layout from '@/features/campaign/labels/labels.module.css';

const MOST = 10_000;

/** What is excluded before and after votes are aggregated. */
export function FilterOptions({ labels, choice, onChange }: OptionProps) {
  return (
    <fieldset>
      <legend>Exclusions</legend>
      <div className={layout.numbers}>
        <NumberField
          label="Votes a pair needs"
          min={1}
          max={MOST}
          value={choice.minVotes}
          onChange={(minVotes) => onChange({ minVotes })}
          onEmpty={() => onChange({ minVotes: 1 })}
        />
        <NumberField
          label="Assessors a topic needs"
          min={1}
          max={MOST}
          value={choice.minAssessors}
          onChange={(minAssessors) => onChange({ minAssessors })}
          onEmpty={() => onChange({ minAssessors: 1 })}
        />
      </div>
      <NumberField
        label="Exclude assessors who could not judge more than … percent of a topic"
        hint="Their answers on that topic alone. Empty: nobody is excluded."
        min={0}
        max={100}
        value={choice.maxBlank}
        onChange={(maxBlank) => onChange({ maxBlank })}
        onEmpty={() => onChange({ maxBlank: null })}
      />
      {labels.topic_labels.length > 0 && (
        <SelectField
          label="Keep only the topics of"
          options={labelOptions('all topics', labels.topic_labels)}
          value={choice.onlyTopicsOf ?? ''}
          onChange={(name) => onChange({ onlyTopicsOf: name || null })}
        />
      )}
      {labels.fallbacks.length > 0 && (
        <CheckField
          role="switch"
          label="Leave out topics where everything the other labels call relevant became not relevant"
          checked={choice.requiresFallback}
          onChange={(requiresFallback) => onChange({ requiresFallback })}
        />
      )}
    </fieldset>
  );
}
