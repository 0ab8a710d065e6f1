import { useState } from 'react';
import { withTest } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { isCorrection, isDrawn, isTest } from '@/features/comparison/texts/tests';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS, TESTS } from '@/shared/evaluation/testNames';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/comparison/choice/controls.module.css';
import text from '@/shared/styles/text.module.css';

type OptionFieldProps = Readonly<{
  label: string;
  hint: string;
  value: string;
  step: number;
  onChange: (value: string) => void;
}>;

/** A number above 0 that a test needs. An empty or unfinished entry is ignored; the last valid one comes back. */
function OptionField({ label, hint, value, step, onChange }: OptionFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function type(text: string): void {
    setTyped(text);
    const isWhole = Number.isInteger(Number(text)) || !Number.isInteger(step);
    if (Number(text) > 0 && isWhole) onChange(text);
  }

  return (
    <TextField
      label={label}
      hint={hint}
      width="number"
      type="number"
      value={typed ?? value}
      onChange={type}
      onBlur={() => setTyped(null)}
      min={0}
      step={step}
    />
  );
}

/** Why the usual test and correction are the usual ones. */
function TestNote() {
  return (
    <p className={text.note}>
      A table asks many questions at once: Holm’s correction over all of it keeps the chance of any
      false star at 5% or less. The t-test and the randomization test ask about the mean, which is
      what the table shows.{' '}
      <Defined at="significance#which-test-and-why">Which test, and why</Defined>
    </p>
  );
}

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
