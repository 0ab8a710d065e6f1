import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';

export function NothingToCompare({ hasRuns }: Readonly<{ hasRuns: boolean }>) {
  return (
    <Nothing title={hasRuns ? 'No label sets yet' : 'No runs yet'}>
      <p>
        A comparison needs runs and the labels to score them by.{' '}
        {hasRuns ? (
          <>
            Next: <Link to="/library/import">import labels</Link>, or have a campaign judge.
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
