import { useSession } from '@/api/session';
import type { ShelfRun } from '@/api/types';
import { reading } from '@/api/read';
import { runsOfStudy } from '@/features/library/api/studies';
import { Ticked } from '@/features/library/runs/Ticked';
import { useTicks } from '@/features/library/runs/useTicks';
import { News } from '@/features/library/runs/News';
import { RunActions, RunState } from '@/features/library/runs/RunState';
import { Named, Over } from '@/features/library/shelf/columns';
import { Shelf } from '@/features/library/shelf/Shelf';
import { formatCount } from '@/shared/format/numbers';
import { amongPath, runPath } from '@/shared/routing/paths';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { unnamedColumn, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Menu } from '@/shared/ui/Menu';
import { cx } from '@/shared/styles/cx';
import table from '@/shared/styles/table.module.css';
import card from '@/shared/ui/tables/CardTable.module.css';
import ticks from '@/features/library/runs/Ticked.module.css';
import styles from '@/features/library/shelf/shelf.module.css';

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
  run.kind === 'unknown' ? cameAbout(run) : `${RUN_KINDS[run.kind]}, ${cameAbout(run)}`;

/** Before a run is whole, its status says how far it is. */
const ofWhole = (run: ShelfRun, n: number): string =>
  run.status === 'complete' ? formatCount(n) : '';

/** The runs of a study as one line; how many of them are not whole. */
const FOLDS = {
  of: ({ study }: ShelfRun): string | null => study,
  line: (study: string, runs: readonly ShelfRun[]): string => {
    const nOpen = runs.filter(({ status }) => status === 'computing').length;
    const nFailed = runs.filter(({ status }) => status === 'failed').length;
    const parts = [
      runsOfStudy(study, runs.length),
      ...(nOpen > 0 ? [`${nOpen} under way`] : []),
      ...(nFailed > 0 ? [`${nFailed} failed`] : []),
    ];
    return parts.join(', ');
  },
};

type Ticks = ReturnType<typeof useTicks<ShelfRun>>;

const columnsFor = (mayResearch: boolean, { ticked, tick }: Ticks): Columns<ShelfRun> => [
  wordsColumn('run', (run) => (
    <>
      {mayResearch && run.status === 'complete' && (
        <label className={ticks.tick}>
          <input
            type="checkbox"
            aria-label={`Tick ${run.name}`}
            checked={ticked.has(run.name)}
            onChange={({ target }) => tick(run, target.checked)}
          />
        </label>
      )}
      <Named row={run} to={runPath(run.name)} />
    </>
  )),
  unnamedColumn('origin', (run) =>
    run.status === 'complete' ? (
      <span title={origin(run)}>{origin(run)}</span>
    ) : (
      <RunState run={run} />
    ),
  ),
  wordsColumn('over', (run) => <Over {...run} />),
  { head: 'topics', className: card.brief, cell: (run) => ofWhole(run, run.n_topics) },
  { head: 'depth', className: card.brief, cell: (run) => ofWhole(run, run.depth) },
  {
    head: 'made',
    className: cx(table.nowrap, card.brief),
    cell: (run) => formatDay(run.created_at),
  },
  {
    head: 'actions',
    label: '',
    className: card.brief,
    cell: (run) => (
      <Menu label={`Actions for ${run.name}`}>
        <RunActions run={run} mayResearch={mayResearch} />
      </Menu>
    ),
  },
];

/** All runs, imported or computed. */
export default function RunsShelf() {
  const { data: session } = useSession();
  const mayResearch = session?.may_research ?? false;
  const chosen = useTicks<ShelfRun>();
  const runs = [...chosen.ticked.values()];
  return (
    <div className={styles.lines}>
      <Shelf
        label="Runs"
        path="/library"
        searched="Part of a name, a ranker, a team or a tag"
        topicSetOf={(run) => run.topic_set}
        orders={ORDERS}
        read={(asked) => reading('/api/runs', { ...asked, folded: asked.sort !== 'topic_set' })}
        above={(runs) => <News runs={runs} />}
        columns={columnsFor(mayResearch, chosen)}
        folds={FOLDS}
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
      <Ticked
        runs={runs}
        compare={runs.length < 2 ? null : amongPath(runs.map(({ name }) => name))}
        onClear={chosen.clear}
        onSaved={chosen.change}
      />
    </div>
  );
}
