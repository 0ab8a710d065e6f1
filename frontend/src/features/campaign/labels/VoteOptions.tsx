import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { CampaignLabels } from '@/api/types';
import {
  isBinary,
  midpoint,
  needsFallback,
  rounds,
  takesMinRelevance,
} from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { LabelsSelect } from '@/features/campaign/labels/LabelsSelect';
import { gradeTitle } from '@/shared/gradeTitle';

export type OptionProps = Readonly<{
  labels: CampaignLabels;
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}>;

const AGGREGATES = [
  { value: 'majority', label: 'Majority' },
  { value: 'median', label: 'Median' },
];

const ROUNDINGS = [
  { value: 'up', label: 'the upper one' },
  { value: 'down', label: 'the lower one' },
  { value: 'half-even', label: 'the even one' },
];

const TIES = [
  { value: 'unjudged', label: 'stays without a label' },
  { value: 'highest', label: 'gets the highest' },
  { value: 'lowest', label: 'gets the lowest' },
  { value: 'median', label: 'gets the median, rounded' },
];
const BY_FALLBACK = { value: 'fallback', label: 'is decided by other labels' };

const number = (text: string): number | null => (text === '' ? null : Number(text));

function MajorityOptions({ labels, choice, onChange }: OptionProps) {
  const above = labels.scale.slice(1).map(({ value, name }) => ({
    value: String(value),
    label: `relevant or not: relevant from ${gradeTitle(value, name)} up`,
  }));
  const ties = isBinary(choice) && labels.fallbacks.length > 0 ? [...TIES, BY_FALLBACK] : TIES;
  return (
    <>
      <NativeSelect
        label="A vote counts as"
        data={[{ value: '', label: 'the grade it is' }, ...above]}
        value={choice.threshold ?? ''}
        onChange={({ currentTarget }) => onChange({ threshold: number(currentTarget.value) })}
      />
      <NativeSelect
        label="A pair where nothing has more than half of the votes"
        data={ties}
        value={choice.tie}
        onChange={({ currentTarget }) => onChange({ tie: currentTarget.value as Choice['tie'] })}
      />
    </>
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
      <legend>How a pair’s votes become its label</legend>
      <SegmentedControl
        data={AGGREGATES}
        value={choice.aggregate}
        onChange={(aggregate) => onChange({ aggregate: aggregate as Choice['aggregate'] })}
        aria-label="What is taken"
      />
      {choice.aggregate === 'majority' && (
        <MajorityOptions labels={labels} choice={choice} onChange={onChange} />
      )}
      {rounds(choice) && (
        <NativeSelect
          label="A median between two grades becomes"
          data={ROUNDINGS}
          value={choice.rounding}
          onChange={({ currentTarget }) =>
            onChange({ rounding: currentTarget.value as Choice['rounding'] })
          }
        />
      )}
      {takesMinRelevance(choice) && (
        <NativeSelect
          label="Measures call relevant"
          description="For measures that know only relevant or not; the labels stay grades."
          data={[
            { value: '', label: `the upper half of the scale: ${middle} and above` },
            ...grades,
          ]}
          value={choice.minRelevance ?? ''}
          onChange={({ currentTarget }) => onChange({ minRelevance: number(currentTarget.value) })}
        />
      )}
      {needsFallback(choice) && (
        <LabelsSelect
          label="Labels that decide"
          none="choose labels"
          names={labels.fallbacks}
          value={choice.fallback}
          onChange={(fallback) => onChange({ fallback })}
        />
      )}
    </fieldset>
  );
}
