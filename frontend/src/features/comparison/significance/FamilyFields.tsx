import {
  ADJUSTMENTS,
  hasBaseline,
  isDrawn,
  MOST_DRAWS,
  MOST_SEED,
  wantsCorrection,
} from '@/features/comparison/significance/familyChoice';
import type { FamilyChoice, Method } from '@/features/comparison/significance/familyChoice';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS, SYSTEM_METHODS } from '@/shared/evaluation/testNames';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/comparison/significance/significance.module.css';
import { useAddress } from '@/shared/routing/useAddress';

const METHODS = Object.entries(SYSTEM_METHODS).map(([value, label]) => ({
  value: value as Method,
  label,
}));
const CORRECTED_BY = ADJUSTMENTS.map((value) => ({ value, label: CORRECTIONS[value] }));

type Props = Readonly<{ choice: FamilyChoice; systems: readonly string[] }>;

/** The method, and what it needs. */
export function FamilyFields({ choice, systems }: Props) {
  const { method, against, adjust, draws, seed } = choice;
  const [, change] = useAddress('/compare');
  return (
    <div className={styles.choices}>
      <div className={styles.method}>
        <SelectField
          label="Method"
          width="full"
          hint={<Defined at={definitionOf('system_tests', method)}>What this method asks</Defined>}
          options={METHODS}
          value={method}
          onChange={(name) => change({ method: name })}
        />
      </div>
      {hasBaseline(method) && (
        <SelectField
          label="With"
          options={systems}
          value={against}
          onChange={(name) => change({ against: name })}
        />
      )}
      {wantsCorrection(method) && (
        <SelectField
          label="Corrected by"
          options={CORRECTED_BY}
          value={adjust}
          onChange={(name) => change({ adjust: name })}
        />
      )}
      {isDrawn(method) && (
        <>
          <NumberField
            label="Random draws"
            value={draws}
            min={1}
            max={MOST_DRAWS}
            onChange={(number) => change({ draws: `${number}` })}
          />
          <NumberField
            label="Seed"
            value={seed}
            min={0}
            max={MOST_SEED}
            onChange={(number) => change({ draws_seed: `${number}` })}
          />
        </>
      )}
    </div>
  );
}
