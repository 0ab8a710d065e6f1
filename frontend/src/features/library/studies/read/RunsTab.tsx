import type { Study, StudyRun } from '@/api/types';
import { formatState } from '@/features/library/studies/read/reading';
import { StudyTab } from '@/features/library/studies/read/StudyTab';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import styles from '@/features/library/studies/read/study.module.css';

const keyOf = (variant: string, ranker: string): string => JSON.stringify([variant, ranker]);

function Field({ run }: Readonly<{ run: StudyRun | undefined }>) {
  if (run === undefined) return null;
  return (
    <>
      <span className={styles.state} data-state={run.state}>
        {run.run === null ? (
          formatState(run)
        ) : (
          <Link to={runPath(run.run)}>{formatState(run)}</Link>
        )}
      </span>
      {run.error !== '' && <small>{run.error}</small>}
    </>
  );
}

function Matrix({ study }: Readonly<{ study: Study }>) {
  const runs = new Map(study.runs.map((run) => [keyOf(run.variant, run.ranker), run]));
  const columns: Columns<Study['lines'][number]> = [
    wordsColumn('texts', ({ title, topics, collection, changes }) => (
      <>
        {title}
        <small>{changes === 'passages' ? collection : topics}</small>
      </>
    )),
    ...study.rankers.map(({ name, about }) => ({
      head: name,
      about,
      isWords: true,
      cell: ({ title }: Study['lines'][number]) => <Field run={runs.get(keyOf(title, name))} />,
    })),
  ];
  return (
    <CardTable
      label="Runs of the study"
      columns={columns}
      rows={study.lines}
      keyOf={({ title }) => title}
      className={styles.matrix}
    />
  );
}

/** Every run of the study, and how far it is. */
export default function RunsTab() {
  const about = (): string =>
    'Each ranker over the originals and each variant. [Q] says that queries were changed, [P] ' +
    'that passages were, the brackets say how much: one word of each sentence, ones in all, ' +
    'or a share of the words.';
  return (
    <StudyTab id="runs" title="Runs" about={about} isEarly>
      {(study) => <Matrix study={study} />}
    </StudyTab>
  );
}
