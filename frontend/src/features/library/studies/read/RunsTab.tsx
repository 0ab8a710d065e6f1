import type { Study, StudyRun } from '@/api/types';
import { useNamedStudy } from '@/features/library/api/studies';
import { formatState } from '@/features/library/studies/read/reading';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
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
  return (
    <Scroller label="Runs of the study">
      <table className={cx(table.cards, styles.matrix)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              texts
            </th>
            {study.rankers.map(({ name, about }) => (
              <th key={name} scope="col" className={table.words}>
                {name}
                <small>{about}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {study.lines.map(({ title, topics, collection, changes }) => (
            <tr key={title}>
              <th scope="row" className={table.words}>
                {title}
                <small>{changes === 'passages' ? collection : topics}</small>
              </th>
              {study.rankers.map(({ name }) => (
                <td key={name} data-label={name} className={table.words}>
                  <Field run={runs.get(keyOf(title, name))} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
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
