import type { RunCall } from '@/api/types';
import { callPath, useRunCalls } from '@/features/library/api/runCalls';
import { formatDeadline } from '@/features/library/calls/deadline';
import { NewCallForm } from '@/features/library/calls/NewCallForm';
import { counted, formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const COLUMNS: Columns<RunCall> = [
  wordsColumn('call', ({ id, name, created_by: by }) => (
    <>
      <Link to={callPath(id)}>{name}</Link>
      <small>by {by}</small>
    </>
  )),
  wordsColumn('collection / topics', ({ collection, topic_set }) => `${collection} / ${topic_set}`),
  wordsColumn('deadline', ({ deadline, why_closed: closed }) => (
    <>
      {formatDeadline(deadline)}
      {closed !== '' && <small>takes no runs</small>}
    </>
  )),
  { head: 'teams', cell: ({ n_teams: n }) => formatCount(n) },
  { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
];

/** All calls for runs, and the form for another; one of a topic set is begun by its address. */
export default function CallsPage() {
  const topicSet = useSearchParams().get('topic_set');
  return (
    <>
      <p className={text.soft}>
        Teams hand in runs by a token until a deadline; each file is checked as it arrives.
      </p>
      <Loaded
        query={useRunCalls()}
        trouble="Calls for runs cannot be listed now"
        waiting="Listing the calls"
        keepsAnswer
      >
        {(calls) => (
          <>
            {calls.length === 0 ? (
              <Nothing title="No calls yet">
                <p>Make a call, name its teams, and give each the token that is shown for it.</p>
              </Nothing>
            ) : (
              <CardTable
                label={counted(calls.length, 'call')}
                columns={COLUMNS}
                rows={calls}
                keyOf={({ id }) => id}
              />
            )}
            <details className={parts.fold} open={calls.length === 0 || topicSet !== null}>
              <summary>
                <h2>New call</h2>
              </summary>
              <NewCallForm topicSet={topicSet} />
            </details>
          </>
        )}
      </Loaded>
    </>
  );
}
