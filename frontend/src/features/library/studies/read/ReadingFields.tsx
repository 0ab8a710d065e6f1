import { useState } from 'react';
import type { Study } from '@/api/types';
import { SHOWN, STUDY_TESTS } from '@/features/library/studies/read/reading';
import type { Reading } from '@/features/library/studies/read/reading';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { definitionOf } from '@/shared/definitions/definitions';
import { Defined } from '@/shared/ui/Defined';
import { CORRECTIONS } from '@/shared/testNames';
import { entriesOf } from '@/shared/ui/fields/entries';
import { optionsOf } from '@/shared/ui/fields/options';
import styles from '@/features/library/studies/read/study.module.css';

type Props = Readonly<{
  study: Study;
  reading: Reading;
  onChange: (part: Readonly<Record<string, string>>) => void;
}>;

/** Measures are asked for when they are whole: at Enter, or on leaving the field. */
function MeasuresField({ reading, onChange }: Omit<Props, 'study'>) {
  const [typed, setTyped] = useState<string | null>(null);
  function send(): void {
    if (typed !== null) onChange({ measures: typed.trim() });
    setTyped(null);
  }
  return (
    <TextField
      label="Measures"
      hint="Separated by commas"
      value={typed ?? reading.measures}
      onChange={setTyped}
      onBlur={send}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send();
      }}
      spellCheck={false}
    />
  );
}

/** By which labels, measures and tests the table is read, and what of it is shown. */
export function ReadingFields({ study, reading, onChange }: Props) {
  const entry = entriesOf(reading, onChange);
  return (
    <>
      <div className={styles.choices}>
        <SelectField label="Labels" options={[...study.label_sets]} {...entry('labels')} />
        <MeasuresField reading={reading} onChange={onChange} />
        <SelectField
          label="Test"
          hint={<Defined at={definitionOf('tests', reading.test)}>What this test asks</Defined>}
          options={optionsOf(STUDY_TESTS)}
          {...entry('test')}
        />
        <SelectField
          label="Correction"
          hint={
            <Defined at={definitionOf('corrections', reading.correction)}>What it bounds</Defined>
          }
          options={optionsOf<string>(CORRECTIONS)}
          {...entry('correction')}
        />
      </div>
      <div className={styles.choices}>
        <Segmented
          label="Shown"
          options={optionsOf(SHOWN)}
          value={reading.shown}
          onChange={(shown) => onChange({ shown })}
        />
        <CheckField
          label="One line a kind of noise"
          checked={reading.byKind}
          onChange={(byKind) => onChange({ by: byKind ? 'kind' : '' })}
        />
        <CheckField
          label="Compare lines with each other"
          hint="Between lines of one ranker that share a letter in brackets no difference was found."
          checked={reading.letters}
          onChange={(letters) => onChange({ letters: letters ? 'true' : '' })}
        />
      </div>
    </>
  );
}
