import { useSession } from '@/api/session';
import type { ShelfRun } from '@/api/types';
import { reading } from '@/api/read';
import { News } from '@/features/library/runs/News';
import { RunActions, RunState } from '@/features/library/runs/RunState';
import { Named, Over } from '@/features/library/shelf/columns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { formatCount } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Nothing } from '@/shared/ui/requests/Nothing';
import table from '@/shared/styles/table.module.css';

const ORDERS = [
  { value: '-created_at', label: 'newest first' },
  { value: 'name', label: 'by name' },
  { value: 'topic_set', label: 'by topic set' },
  { value: 'ranker', label: 'by ranker' },
  { value: 'team', label: 'by team' },
  { value: 'kind', label: 'by kind' },
] as const;

/** Where a run came from; what computed it, its description says. */
function cameAbout({ source, parent, team, description }: ShelfRun): string {
  if (description !== null && description !== '') return description;
  if (source === 'imported') return team === '' ? 'imported' : `imported, by ${team}`;
  return parent === null ? 'computed here' : `computed here, from ${parent}`;
}

/** With the run's kind, where that is known. */
const origin = (run: ShelfRun): string =>
  run.kind === 'unknown' ? cameAbout(run) : `${cameAbout(run)}; ${RUN_KINDS[run.kind]}`;

/** Before a run is whole, its status says how far it is. */
const ofWhole = (run: ShelfRun, n: number): string =>
  run.status === 'complete' ? formatCount(n) : '';

const columnsFor = (mayResearch: boolean): Columns<ShelfRun> => [
  wordsColumn('run', (run) => (
    <Named row={run} to={runPath(run.name)}>
      <small>{origin(run)}</small>
    </Named>
  )),
  unnamedColumn('status', (run) => <RunState run={run} />),
  wordsColumn('over', (run) => <Over {...run} />),
  { head: 'topics', cell: (run) => ofWhole(run, run.n_topics) },
  { head: 'depth', cell: (run) => ofWhole(run, run.depth) },
  { head: 'made', className: table.nowrap, cell: (run) => formatDay(run.created_at) },
  unnamedColumn('what to do', (run) => <RunActions run={run} mayResearch={mayResearch} />),
];

/** All runs, imported or computed. */
export default function RunsShelf() {
  const { data: session } = useSession();
  const mayResearch = session?.may_research ?? false;
  return (
    <Shelf
      label="Runs"
      path="/library"
      searched="Part of a name, a ranker, a team or a tag"
      topicSetOf={(run) => run.topic_set}
      orders={ORDERS}
      read={(asked) => reading('/api/runs', asked)}
      above={(runs) => <News runs={runs} />}
      columns={columnsFor(mayResearch)}
      idOf={({ name }) => `run-${name}`}
    >
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
    </Shelf>
  );
}
