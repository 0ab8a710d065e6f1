import { OptionField } from '@/features/comparison/choice/OptionField';
import { TestNote } from '@/features/comparison/choice/TestNote';
import { withTest } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { isCorrection, isDrawn, isTest } from '@/features/comparison/texts/tests';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS, TESTS } from '@/shared/testNames';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/comparison/choice/controls.module.css';

type Props = Readonly<{
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

/** As many as the server takes where the address names none. */
const USUAL_DRAWS = '10000';

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** By which test differences are judged, and how its p-values are corrected for the whole table. */
export function TestControl({ selection: { test, correction, testOptions }, onChange }: Props) {
  return (
    <div className={styles.test}>
      <SelectField
        label="Test"
        hint={<Defined at={definitionOf('tests', test)}>What this test asks</Defined>}
        options={options(TESTS)}
        value={test}
        onChange={(name) => isTest(name) && onChange(withTest(name))}
      />
      <SelectField
        label="Correction"
        hint={<Defined at={definitionOf('corrections', correction)}>What it bounds</Defined>}
        options={options(CORRECTIONS)}
        value={correction}
        onChange={(name) => isCorrection(name) && onChange({ correction: name })}
      />
      {test === 'equivalence' && (
        <OptionField
          label="Bound"
          hint="Differences up to this, either way, do not matter"
          value={testOptions.bound ?? ''}
          step={0.01}
          onChange={(bound) => onChange({ testOptions: { ...testOptions, bound } })}
        />
      )}
      {isDrawn(test) && (
        <OptionField
          label="Draws"
          hint="For each difference; fewer for many differences"
          value={testOptions.permutations ?? USUAL_DRAWS}
          step={1000}
          onChange={(permutations) => onChange({ testOptions: { ...testOptions, permutations } })}
        />
      )}
      <TestNote />
    </div>
  );
}
