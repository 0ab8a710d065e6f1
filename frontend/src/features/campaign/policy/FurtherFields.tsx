import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';
import type { Serving } from '@/features/campaign/policy/serving';
import { CheckField } from '@/shared/ui/fields/CheckField';

const MOST_EXTRA = 10;

type Further = Pick<Serving, 'repeat_every' | 'extra_judgments' | 'rotates'>;
type Props = Readonly<{ value: Further; onChange: (part: Partial<Further>) => void }>;

/** Repeats and further judgments, and how passages are shown. */
export function FurtherFields({ value, onChange }: Props) {
  return (
    <>
      <NumberField
        label="Repeat an earlier pair every … pairs"
        hint="Shows whether a person agrees with themselves. Empty: never."
        none="never"
        value={value.repeat_every}
        min={1}
        max={MOST}
        onChange={(n) => onChange({ repeat_every: n })}
        onEmpty={() => onChange({ repeat_every: null })}
      />
      <NumberField
        label="Further judgments where grades disagree"
        hint="At most this many more for a pair whose grades tie or differ by two or more."
        value={value.extra_judgments}
        min={0}
        max={MOST_EXTRA}
        onChange={(n) => onChange({ extra_judgments: n })}
      />
      <CheckField
        label="Show half of the passages from their middle on"
        hint="Shows whether the beginning of a passage weighs more than its end."
        checked={value.rotates}
        onChange={(rotates) => onChange({ rotates })}
      />
    </>
  );
}
