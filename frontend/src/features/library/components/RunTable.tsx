import type { Run } from '@/api/types';
import { formatCount } from '@/shared/format';
import { Nothing } from '@/shared/ui/Nothing';
import { Scroller } from '@/shared/ui/Scroller';

/** Where a run came from, in words. */
function origin({ source, ranker, parent, team = '' }: Run): string {
  if (source === 'imported') return team === '' ? 'imported' : `imported, by ${team}`;
  const how = ranker === null ? 'computed here' : `computed here by ${ranker}`;
  return parent === null ? how : `${how}, re-ranking ${parent}`;
}

function RunRow({ run }: Readonly<{ run: Run }>) {
  return (
    <tr id={`run-${run.name}`}>
      <th scope="row" className="words">
        {run.name}
        {run.description !== null && run.description !== '' && <small>{run.description}</small>}
      </th>
      <td className="words">{origin(run)}</td>
      <td className="words">
        {run.collection} / {run.topic_set}
      </td>
      <td>{formatCount(run.n_topics)}</td>
      <td>{formatCount(run.depth ?? 0)}</td>
      <td className="words">{run.status}</td>
    </tr>
  );
}

export function RunTable({ runs }: Readonly<{ runs: readonly Run[] }>) {
  if (runs.length === 0) {
    return (
      <Nothing title="No runs yet">
        <p>
          A run is one system’s ranking over all topics. Import a TREC run file with{' '}
          <code>./dev manage import_run FILE --name R --collection C --topics T</code>, or compute
          one with <code>./dev manage rerank RUN --ranker bert-dot --name NEW</code>.
        </p>
      </Nothing>
    );
  }
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      <Scroller label="Runs">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col" className="words">
                run
              </th>
              <th scope="col" className="words">
                where it came from
              </th>
              <th scope="col" className="words">
                collection / topics
              </th>
              <th scope="col">topics</th>
              <th scope="col">depth</th>
              <th scope="col" className="words">
                status
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.name} run={run} />
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}
