import { useState } from 'react';
import type { CampaignLabels } from '@/api/types';
import { LEVELS } from '@/features/campaign/labels/choice';
import type { Flag } from '@/features/campaign/labels/choice';
import type { OptionProps } from '@/features/campaign/labels/VoteOptions';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { definitionOf } from '@/shared/definitions/definitions';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import parts from '@/shared/styles/parts.module.css';

const FLAGS: readonly (readonly [Flag, string])[] = [
  ['pace', 'too fast to have read'],
  ['gold', 'far from the known grade on gold pairs'],
  ['repeats', 'inconsistent on repeats'],
];

const LEAST_KAPPAS = [0, 0.2, 0.4, 0.6] as const;

const toggled = <Value,>(list: readonly Value[], value: Value, isIn: boolean): readonly Value[] => [
  ...list.filter((one) => one !== value),
  ...(isIn ? [value] : []),
];

/** Votes that come of no person. */
function Machines({ labels, choice, onChange }: OptionProps) {
  const hasSimulated = labels.assessors.some(({ kind }) => kind === 'simulated');
  if (!hasSimulated && labels.model_assessors.length === 0) return null;
  return (
    <ChoiceList
      legend="Count votes that no person gave"
      hint="Not counted unless ticked: labels come from people."
    >
      {hasSimulated && (
        <CheckField
          label="simulated assessors"
          checked={choice.countsSimulated}
          onChange={(countsSimulated) => onChange({ countsSimulated })}
        />
      )}
      {labels.model_assessors.map(({ pseudonym, name }) => (
        <CheckField
          key={pseudonym}
          label={`${name} (${pseudonym})`}
          checked={choice.models.includes(pseudonym)}
          onChange={(isIn) => onChange({ models: toggled(choice.models, pseudonym, isIn) })}
        />
      ))}
    </ChoiceList>
  );
}

/** Rules that leave people out by what is known of them. */
function People({ labels, choice, onChange }: OptionProps) {
  const saysLevels = labels.assessors.some(({ level }) => level !== '');
  return (
    <>
      {saysLevels && (
        <SelectField
          label="English of assessors"
          options={[
            { value: '', label: 'any, or not stated' },
            ...LEVELS.map((level) => ({
              value: level,
              label: level === 'native' ? 'native' : `${level} or better`,
            })),
          ]}
          value={choice.leastLevel ?? ''}
          onChange={(level) => onChange({ leastLevel: level === '' ? null : level })}
        />
      )}
      <SelectField
        label="Agreement with the others"
        hint={
          <>
            <Defined at={definitionOf('coefficients', 'cohen_kappa_quadratic')}>
              Cohen’s kappa
            </Defined>{' '}
            with quadratic weights, an assessor’s grades against the median of the others’.
            Assessors below it are left out.
          </>
        }
        options={[
          { value: '', label: 'any' },
          ...LEAST_KAPPAS.map((kappa) => ({ value: `${kappa}`, label: `${kappa} or more` })),
        ]}
        value={choice.minAgreement === null ? '' : `${choice.minAgreement}`}
        onChange={(kappa) => onChange({ minAgreement: kappa === '' ? null : Number(kappa) })}
      />
      <ChoiceList
        legend="Leave out assessors who are flagged as"
        hint="The label set stores their pseudonyms, so that it can be reproduced after flags change."
      >
        {FLAGS.map(([flag, label]) => (
          <CheckField
            key={flag}
            label={label}
            checked={choice.withoutFlags.includes(flag)}
            onChange={(isIn) =>
              onChange({ withoutFlags: toggled(choice.withoutFlags, flag, isIn) })
            }
          />
        ))}
      </ChoiceList>
    </>
  );
}

type LeaveOutProps = Readonly<{
  assessors: CampaignLabels['assessors'];
  without: readonly string[];
  onChange: (without: readonly string[]) => void;
}>;

/** Whose votes these labels leave out. Folded while it is nobody: there may be hundreds. */
function LeaveOut({ assessors, without, onChange }: LeaveOutProps) {
  const [isOpenAtFirst] = useState(without.length > 0);
  const names = without.length === 0 ? 'nobody' : without.join(', ');
  return (
    <details className={parts.fold} open={isOpenAtFirst}>
      <summary>Leave out: {names}</summary>
      <ChoiceList
        legend="Assessors whose votes do not count"
        hint="Leaves them out of these labels only: their judgments stay, and other labels count them."
      >
        {assessors.map(({ name }) => (
          <CheckField
            key={name}
            label={name}
            checked={without.includes(name)}
            onChange={(isOut) => {
              const others = without.filter((one) => one !== name);
              onChange(isOut ? [...others, name] : others);
            }}
          />
        ))}
      </ChoiceList>
    </details>
  );
}

/** Whose votes count. */
export function VoterOptions(props: OptionProps) {
  const { labels, choice, onChange } = props;
  return (
    <fieldset>
      <legend>Whose votes count</legend>
      <Machines {...props} />
      {labels.assessors.length > 0 && (
        <>
          <People {...props} />
          <LeaveOut
            assessors={labels.assessors}
            without={choice.without}
            onChange={(without) => onChange({ without })}
          />
        </>
      )}
    </fieldset>
  );
}
