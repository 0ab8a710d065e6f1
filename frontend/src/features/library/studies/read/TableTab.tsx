import type { Study, StudyTable } from '@/api/types';
import { studyPath, useNamedStudy, useStudyTable } from '@/features/library/api/studies';
import { useAddress } from '@/shared/routing/useAddress';
import { queryOf, readingOf } from '@/features/library/studies/read/reading';
import { addressOf } from '@/shared/routing/address';
import type { Reading } from '@/features/library/studies/read/reading';
import { ReadingFields } from '@/features/library/studies/read/ReadingFields';
import { ScoreTable } from '@/features/library/studies/read/ScoreTable';
import { CsvLinks } from '@/shared/ui/CsvLinks';
import { MeasureLinks } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/cx';
import { Loaded } from '@/shared/ui/Loaded';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/read/study.module.css';

type Props = Readonly<{ study: Study; reading: Reading }>;

function Downloads({ study, reading }: Props) {
  const query = addressOf(queryOf(study.name, reading));
  return (
    <p className={buttons.actions}>
      <CsvLinks href={`/api/study/table?format=csv&${query}`}>Download CSV</CsvLinks>
      <a href={`/api/study/table?format=tex&${query}`} download>
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
  const query = useStudyTable(queryOf(study.name, reading), study.n_done);
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

/** Every ranker over the originals and each variant, with tests. */
export default function TableTab() {
  const { data: study } = useNamedStudy();
  const [params, change] = useAddress(studyPath(study?.name ?? '', 'table'));
  if (study === undefined) return null;
  const reading = readingOf(params, study);
  return (
    <section aria-labelledby="table">
      <h2 id="table">Table</h2>
      <ReadingFields study={study} reading={reading} onChange={change} />
      {study.n_done === 0 ? (
        <p>No run is complete yet.</p>
      ) : (
        <Table study={study} reading={reading} />
      )}
    </section>
  );
}
