import { NumberInput, Select } from '@mantine/core';
import { withTest } from '@/features/comparison/selection';
import type { Selection } from '@/features/comparison/selection';
import { CORRECTIONS, isCorrection, isTest, TESTS } from '@/features/comparison/testWords';

type Props = Readonly<{
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** By which test differences are judged, and how its p-values are corrected for the whole table. */
export function TestControl({ selection: { test, correction, testOptions }, onChange }: Props) {
  return (
    <div className="test-choice">
      <Select
        label="Test"
        data={options(TESTS)}
        value={test}
        onChange={(name) => name !== null && isTest(name) && onChange(withTest(name))}
        allowDeselect={false}
      />
      <Select
        label="Correction"
        data={options(CORRECTIONS)}
        value={correction}
        onChange={(name) => name !== null && isCorrection(name) && onChange({ correction: name })}
        allowDeselect={false}
      />
      {test === 'equivalence' && (
        <NumberInput
          label="Bound"
          description="Differences up to this, either way, do not matter"
          value={testOptions.bound ?? ''}
          onChange={(bound) => onChange({ testOptions: { ...testOptions, bound: `${bound}` } })}
          min={0}
          step={0.01}
        />
      )}
    </div>
  );
}
