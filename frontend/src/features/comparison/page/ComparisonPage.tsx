import { useEffect } from 'react';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { useSession } from '@/api/session';
import type { LabelSet, Run } from '@/api/types';
import { ComparisonDesk } from '@/features/comparison/page/ComparisonDesk';
import { againPath } from '@/features/comparison/page/againPath';
import { readImported } from '@/shared/browser/importedLast';
import { together } from '@/shared/requests/together';
import { Link } from '@/shared/routing/Link';
import { useNavigate, useSearchParams } from '@/shared/routing/location';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Unread } from '@/shared/ui/requests/Unread';
import { Waiting } from '@/shared/ui/requests/Waiting';

function NothingToCompare({ hasRuns }: Readonly<{ hasRuns: boolean }>) {
  return (
    <Nothing title={hasRuns ? 'No label sets yet' : 'No runs yet'}>
      <p>
        A comparison needs runs and the labels to score them by.{' '}
        {hasRuns ? (
          <>
            Next: <Link to="/library/import">import labels</Link>, or collect judgments in a
            campaign.
          </>
        ) : (
          <>
            Next: <Link to="/library/import">import a run</Link>, or{' '}
            <Link to="/library/compute">compute one</Link>.
          </>
        )}
      </p>
    </Nothing>
  );
}

type Shelves = Readonly<{ runs: readonly Run[]; labels: readonly LabelSet[]; isFetching: boolean }>;

/** What the address asks for; where it asks for nothing, what is probably meant is written into it. */
function Desk({ runs, labels, isFetching }: Shelves) {
  const username = useSession().data?.username ?? '';
  const asksNothing = useSearchParams().size === 0;
  const navigate = useNavigate();
  // Lists from before an import lack what came.
  const isWaiting = asksNothing && isFetching && readImported(username) !== null;
  const again = asksNothing && !isWaiting ? againPath(username, runs, labels) : null;
  useEffect(() => {
    if (again !== null) navigate(again, { replace: true });
  }, [again, navigate]);
  if (isWaiting || again !== null) return <Waiting label="Opening the comparison" />;
  return <ComparisonDesk runs={runs} labels={labels} />;
}

export default function ComparisonPage() {
  const params = useSearchParams();
  const named = (name: string): readonly string[] => (params.get(name) ?? '').split(',');
  const runs = useRuns(params.get('run'), params.get('baseline'), ...named('runs'));
  const labels = useLabels(
    params.get('label_set'),
    params.get('beside'),
    params.get('baseline_labels'),
    params.get('only_topics_of'),
    ...named('labels'),
  );
  const query = together({ runs, labels });
  if (query.data === undefined)
    return (
      <Unread of={query} waiting="Opening the comparison" trouble="Nothing can be compared now" />
    );
  const complete = query.data.runs.filter(({ status }) => status === 'complete');
  return (
    <div>
      <title>Compare · Regrade</title>
      {complete.length === 0 || query.data.labels.length === 0 ? (
        <>
          <h1>Compare</h1>
          <NothingToCompare hasRuns={complete.length > 0} />
        </>
      ) : (
        <Desk
          runs={complete}
          labels={query.data.labels}
          isFetching={runs.isFetching || labels.isFetching}
        />
      )}
    </div>
  );
}
