import { useState } from 'react';
import type { CampaignLabels } from '@/api/types';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import parts from '@/shared/styles/parts.module.css';

type Props = Readonly<{
  assessors: CampaignLabels['assessors'];
  without: readonly string[];
  onChange: (without: readonly string[]) => void;
}>;

/** Whose votes these labels leave out. Folded while it is nobody: there may be hundreds. */
export function LeaveOut({ assessors, without, onChange }: Props) {
  const [isOpenAtFirst] = useState(without.length > 0);
  const names = without.length === 0 ? 'nobody' : without.join(', ');
  return (
    <details className={parts.fold} open={isOpenAtFirst}>
      <summary>Leave out: {names}</summary>
      <ChoiceList
        legend="Assessors whose votes do not count"
        hint="In these labels alone: their judgments stay, and other labels count them."
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
