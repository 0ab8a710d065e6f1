import { Nothing } from '@/shared/ui/Nothing';

export function NothingToCompare({ hasRuns }: Readonly<{ hasRuns: boolean }>) {
  return (
    <Nothing title={hasRuns ? 'No label sets yet' : 'No runs yet'}>
      <p>
        A comparison needs runs and the labels to score them by. Next:{' '}
        {hasRuns ? (
          <code>./dev manage import_labels FILE --name L --collection C --topics T</code>
        ) : (
          <code>./dev manage import_run FILE --name R --collection C --topics T</code>
        )}
      </p>
    </Nothing>
  );
}
