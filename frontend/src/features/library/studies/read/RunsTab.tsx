import type { Study, StudyRun } from '@/api/types';
import { useNamedStudy } from '@/features/library/api/studies';
import { formatState } from '@/features/library/studies/read/reading';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import text from '@/shared/styles/text.module.css';
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
    {
      head: 'texts',
      isWords: true,
      cell: ({ title, topics, collection, changes }) => (
        <>
          {title}
          <small>{changes === 'passages' ? collection : topics}</small>
        </>
      ),
    },
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
  const { data: study } = useNamedStudy();
  if (study === undefined) return null;
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <p className={text.soft}>
        Each ranker over the originals and each variant. [Q] says that queries were changed, [P]
        that passages were, in brackets stands how much: one word of each sentence, ones in all, or
        a share of the words.
      </p>
      <Matrix study={study} />
    </section>
  );
}
