import { useState } from 'react';
import type { Study, StudyTable } from '@/api/types';
import { studyPath, useStudyPart } from '@/features/library/api/studies';
import { useAddress } from '@/shared/routing/useAddress';
import { queryOf, readingOf, SHOWN, STUDY_TESTS } from '@/features/library/studies/read/reading';
import { NO_RUN, StudyTab } from '@/features/library/studies/read/StudyTab';
import { addressOf } from '@/shared/routing/address';
import type { Reading } from '@/features/library/studies/read/reading';
import { ScoreTable } from '@/features/library/studies/read/ScoreTable';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { MeasureLinks, Defined } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS } from '@/shared/evaluation/testNames';
import { entriesOf } from '@/shared/ui/fields/entries';
import { optionsOf } from '@/shared/ui/fields/options';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/read/study.module.css';

type ReadingFieldsProps = Readonly<{
  study: Study;
  reading: Reading;
  onChange: (part: Readonly<Record<string, string>>) => void;
}>;

/** Measures are asked for when they are whole: at Enter, or on leaving the field. */
function MeasuresField({ reading, onChange }: Omit<ReadingFieldsProps, 'study'>) {
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
function ReadingFields({ study, reading, onChange }: ReadingFieldsProps) {
  const entry = entriesOf(reading, onChange);
  return (
    <>
      <div className={styles.choices}>
        <SelectField label="Labels" options={[...study.label_sets]} {...entry('labels')} />
        <MeasuresField reading={reading} onChange={onChange} />
        <SelectField
          label="Test"
          hint={<Defined at={definitionOf('tests', reading.test)}>About this test</Defined>}
          options={optionsOf(STUDY_TESTS)}
          {...entry('test')}
        />
        <SelectField
          label="Correction"
          hint={
            <Defined at={definitionOf('corrections', reading.correction)}>
              About this correction
            </Defined>
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
          hint="Lines of one ranker that share a letter in brackets were not found to differ."
          checked={reading.letters}
          onChange={(letters) => onChange({ letters: letters ? 'true' : '' })}
        />
      </div>
    </>
  );
}

type Props = Readonly<{ study: Study; reading: Reading }>;

function Downloads({ study, reading }: Props) {
  const query = addressOf(queryOf(study.name, reading));
  return (
    <p className={buttons.actions}>
      <CsvLinks href={`/api/studies/table?format=csv&${query}`}>Download CSV</CsvLinks>
      <a href={`/api/studies/table?format=tex&${query}`} download>
        Download LaTeX
      </a>
    </p>
  );
}

function Notes({ table }: Readonly<{ table: StudyTable }>) {
  return (
    <>
      <ul className={styles.legend}>
        {table.rankers.map(({ name, letter, about }) => (
          <li key={name}>
            <b>{letter}</b> {name} <small className={text.soft}>{about}</small>
          </li>
        ))}
      </ul>
      <p className={text.soft}>
        <MeasureLinks names={table.measures.map(({ name }) => name)} />
      </p>
      {table.notes.map((note) => (
        <p key={note} className={text.soft}>
          {note}
        </p>
      ))}
    </>
  );
}

function Table({ study, reading }: Props) {
  const query = useStudyPart('/api/studies/table', queryOf(study.name, reading), study.n_done);
  return (
    <Loaded query={query} waiting="Comparing rankers and texts">
      {(data) => (
        <div className={cx(query.isPlaceholderData && styles.old)}>
          {data.is_simulated && <Tag tone="simulated">simulated assessors</Tag>}
          <ScoreTable table={data} shown={reading.shown} />
          <Notes table={data} />
          <Downloads study={study} reading={reading} />
        </div>
      )}
    </Loaded>
  );
}

function Read({ study }: Readonly<{ study: Study }>) {
  const [params, change] = useAddress(studyPath(study.name, 'table'));
  const reading = readingOf(params, study);
  return (
    <>
      <ReadingFields study={study} reading={reading} onChange={change} />
      {study.n_done === 0 ? NO_RUN : <Table study={study} reading={reading} />}
    </>
  );
}

/** Every ranker over the originals and each variant, with tests. */
export default function TableTab() {
  return (
    <StudyTab id="table" title="Table" isEarly>
      {(study) => <Read study={study} />}
    </StudyTab>
  );
}
