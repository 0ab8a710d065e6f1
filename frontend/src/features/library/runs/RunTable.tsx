import { Link } from '@/shared/routing/Link';
import type { Run } from '@/api/types';
import { runPath } from '@/features/library/api/runs';
import { ancestry } from '@/features/library/runs/ancestry';
import { RunState } from '@/features/library/runs/RunState';
import { formatCount } from '@/shared/format';
import { formatDay } from '@/shared/time';
import { Nothing } from '@/shared/ui/Nothing';
import { Scroller } from '@/shared/ui/Scroller';
import { cx } from '@/shared/cx';
import table from '@/shared/styles/table.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/library/runs/tables.module.css';

/** Where a run came from; what computed it, its description says. */
function origin({ source, parent, team = '' }: Run): string {
  if (source === 'imported') return team === '' ? 'imported' : `imported, by ${team}`;
  return parent === null ? 'computed here' : `computed here, from ${parent}`;
}

function RunRow({ run, mayResearch }: Readonly<{ run: Run; mayResearch: boolean }>) {
  const isWhole = run.status === 'complete'; // before, its status tells how far it is
  return (
    <tr id={`run-${run.name}`} tabIndex={-1}>
      <th scope="row" className={table.words}>
        <Link to={runPath(run.name)}>{run.name}</Link>
        {run.description !== null && run.description !== '' && <small>{run.description}</small>}
      </th>
      <td className={cx(table.words, styles.state)}>
        <RunState run={run} mayResearch={mayResearch} />
      </td>
      <td className={table.words}>{origin(run)}</td>
      <td className={table.words}>
        {run.collection} / {run.topic_set}
        {ancestry(run) !== '' && <small>{ancestry(run)}</small>}
      </td>
      <td>{isWhole && formatCount(run.n_topics)}</td>
      <td>{isWhole && formatCount(run.depth ?? 0)}</td>
      <td className={table.nowrap}>{formatDay(run.created_at)}</td>
    </tr>
  );
}

type Props = Readonly<{ runs: readonly Run[]; mayResearch: boolean }>;

function NoRuns({ mayResearch }: Pick<Props, 'mayResearch'>) {
  return (
    <Nothing title="No runs yet">
      <p>
        A run is one system’s ranking over all topics.{' '}
        {mayResearch && (
          <>
            <Link to="/library/compute">Compute one here</Link>, or{' '}
          </>
        )}
        <Link to="/library/import">{mayResearch ? 'import one' : 'Import one'}</Link>.
      </p>
    </Nothing>
  );
}

export function RunTable({ runs, mayResearch }: Props) {
  if (runs.length === 0) return <NoRuns mayResearch={mayResearch} />;
  return (
    <section aria-labelledby="runs">
      <div className={parts.titleRow}>
        <h2 id="runs">Runs</h2>
        <span className={styles.onward}>
          <Link to="/library/import">Import</Link>
          {mayResearch && <Link to="/library/compute">Compute a run</Link>}
          <Link to="/library/jobs">Jobs</Link>
        </span>
      </div>
      <Scroller label="Runs">
        <table className={table.noted}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                run
              </th>
              <th scope="col" className={table.words}>
                status
              </th>
              <th scope="col" className={table.words}>
                where it came from
              </th>
              <th scope="col" className={table.words}>
                collection / topics
              </th>
              <th scope="col">topics</th>
              <th scope="col">depth</th>
              <th scope="col">made</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.name} run={run} mayResearch={mayResearch} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
