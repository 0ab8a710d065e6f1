import { Switch } from '@mantine/core';
import { LabelsSelect } from '@/features/campaign/labels/LabelsSelect';
import { NumberField } from '@/features/campaign/labels/NumberField';
import type { OptionProps } from '@/features/campaign/labels/VoteOptions';

const MOST = 10_000;

/** What is left out before and after votes are put together. */
export function FilterOptions({ labels, choice, onChange }: OptionProps) {
  return (
    <fieldset>
      <legend>What is left out</legend>
      {labels.model_assessors.length > 0 && (
        <Switch.Group
          label="Count the votes of models"
          description="Left out unless they are switched on: labels are people’s."
          value={[...choice.models]}
          onChange={(models) => onChange({ models })}
        >
          {labels.model_assessors.map(({ pseudonym, name }) => (
            <Switch key={pseudonym} value={pseudonym} label={`${name} (${pseudonym})`} />
          ))}
        </Switch.Group>
      )}
      <div className="numbers">
        <NumberField
          label="Votes a pair needs"
          min={1}
          max={MOST}
          value={choice.minVotes}
          onChange={(n) => onChange({ minVotes: n ?? 1 })}
        />
        <NumberField
          label="Assessors a topic needs"
          min={1}
          max={MOST}
          value={choice.minAssessors}
          onChange={(n) => onChange({ minAssessors: n ?? 1 })}
        />
      </div>
      <NumberField
        label="Leave out who could not judge more than … percent of a topic"
        description="Their answers on that topic alone. Empty leaves out nobody."
        min={0}
        max={100}
        value={choice.maxBlank}
        onChange={(maxBlank) => onChange({ maxBlank })}
      />
      {labels.topic_labels.length > 0 && (
        <LabelsSelect
          label="Keep only the topics of"
          none="all topics"
          names={labels.topic_labels}
          value={choice.onlyTopicsOf}
          onChange={(onlyTopicsOf) => onChange({ onlyTopicsOf })}
        />
      )}
      {labels.fallbacks.length > 0 && (
        <Switch
          label="Leave out topics where nothing that other labels call relevant came out relevant"
          checked={choice.requiresFallback}
          onChange={({ currentTarget }) => onChange({ requiresFallback: currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}
