import type { Draft } from '@/features/library/studies/start/draft';
import { STUDY_TESTS } from '@/features/library/studies/read/reading';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import parts from '@/shared/styles/parts.module.css';
import { CORRECTIONS } from '@/shared/testNames';
import styles from '@/features/library/studies/start/start.module.css';

type Props = Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** What the tables begin with; they can be read otherwise. */
export function ReadFields({ draft, onChange }: Props) {
  return (
    <details className={parts.fold}>
      <summary>More: what its tables begin with</summary>
      <div className={styles.part}>
        <TextField
          label="Measures"
          hint="Separated by commas. The tables can be read by any others later."
          value={draft.measures}
          spellCheck={false}
          onChange={(measures) => onChange({ measures })}
        />
        <SelectField
          label="Test"
          options={options(STUDY_TESTS)}
          value={draft.test}
          onChange={(test) => onChange({ test })}
        />
        <SelectField
          label="Correction"
          options={options(CORRECTIONS)}
          value={draft.correction}
          onChange={(correction) => onChange({ correction })}
        />
      </div>
    </details>
  );
}
