import type { CampaignLabels } from '@/api/types';
import {
  decisionsOf,
  isBinary,
  midpoint,
  needsFallback,
  rounds,
  takesMinRelevance,
} from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { labelOptions } from '@/features/campaign/labels/labelOptions';
import {
  AGGREGATES,
  BY_FALLBACK,
  DECISIONS,
  GOLD,
  ON_TIES,
  ROUNDINGS,
  TIES,
  WEIGHTED,
} from '@/features/campaign/labels/ruleTexts';
import { counted } from '@/shared/format/numbers';
import { countsVotes } from '@/shared/labels/aggregates';
import { gradeTitle } from '@/shared/judging/grades';
import { SelectField } from '@/shared/ui/fields/SelectField';

export type OptionProps = Readonly<{
  labels: CampaignLabels;
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}>;

const number = (text: string): number | null => (text === '' ? null : Number(text));

function CountingOptions({ labels, choice, onChange }: OptionProps) {
  const above = labels.scale.slice(1).map(({ value, name }) => ({
    value: String(value),
    label: `relevant or not: relevant from ${gradeTitle(value, name)} up`,
  }));
  const ties = isBinary(choice) && labels.fallbacks.length > 0 ? [...TIES, BY_FALLBACK] : TIES;
  return (
    <>
      <SelectField
        label="Count each vote as"
        options={[{ value: '', label: 'its grade' }, ...above]}
        value={String(choice.threshold ?? '')}
        onChange={(threshold) => onChange({ threshold: number(threshold) })}
      />
      <SelectField
        label="If that gives no label, the pair"
        options={ties}
        value={choice.tie}
        onChange={(tie) => onChange({ tie })}
      />
    </>
  );
}

/** What becomes of pairs that an adjudicator decided on. */
function DecisionOptions({ labels, choice, onChange }: OptionProps) {
  const [override, vote, ignore] = DECISIONS;
  return (
    <SelectField
      label="Decisions of adjudicators"
      hint={`On ${counted(labels.n_decisions, 'pair')}.`}
      options={countsVotes(choice.aggregate) ? [override, vote, ON_TIES, ignore] : DECISIONS}
      value={decisionsOf(choice)}
      onChange={(decisions) => onChange({ decisions })}
    />
  );
}

/** What becomes of pairs with a known grade; of drawn pairs that is always the label. */
function GoldOptions({ labels, choice, onChange }: OptionProps) {
  if (labels.n_expert_grades === 0 || labels.is_drawn) return null;
  return (
    <SelectField
      label="Gold and qualification pairs"
      hint={`${counted(labels.n_expert_grades, 'pair')} with a known grade; assessors’ answers to them are no votes.`}
      options={GOLD}
      value={choice.gold}
      onChange={(gold) => onChange({ gold })}
    />
  );
}

/** How a pair's votes become its label. */
export function VoteOptions({ labels, choice, onChange }: OptionProps) {
  const middle = midpoint(labels.scale.map(({ value }) => value));
  const grades = labels.scale.map(({ value, name }) => ({
    value: String(value),
    label: `${gradeTitle(value, name)} and above`,
  }));
  return (
    <fieldset>
      <legend>From votes to labels</legend>
      <SelectField
        label="Grade used"
        hint={choice.aggregate === 'weighted' ? WEIGHTED : undefined}
        options={AGGREGATES}
        value={choice.aggregate}
        onChange={(aggregate) => onChange({ aggregate })}
      />
      {countsVotes(choice.aggregate) && (
        <CountingOptions labels={labels} choice={choice} onChange={onChange} />
      )}
      {labels.n_decisions > 0 && (
        <DecisionOptions labels={labels} choice={choice} onChange={onChange} />
      )}
      <GoldOptions labels={labels} choice={choice} onChange={onChange} />
      {rounds(choice) && (
        <SelectField
          label="A value between two grades becomes"
          options={ROUNDINGS}
          value={choice.rounding}
          onChange={(rounding) => onChange({ rounding })}
        />
      )}
      {takesMinRelevance(choice) && (
        <SelectField
          label="Counted as relevant"
          hint="For binary measures; the labels stay grades."
          options={[
            { value: '', label: `the upper half of the scale: ${middle} and above` },
            ...grades,
          ]}
          value={String(choice.minRelevance ?? '')}
          onChange={(least) => onChange({ minRelevance: number(least) })}
        />
      )}
      {needsFallback(choice) && (
        <SelectField
          label="Labels that decide"
          options={labelOptions('choose labels', labels.fallbacks)}
          value={choice.fallback ?? ''}
          onChange={(fallback) => onChange({ fallback: fallback || null })}
        />
      )}
    </fieldset>
  );
}
