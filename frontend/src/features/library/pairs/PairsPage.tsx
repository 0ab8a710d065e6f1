import { runPath } from '@/shared/libraryPaths';
import { lazy, Suspense } from 'react';
import { Link } from '@/shared/routing/Link';
import { useRuns } from '@/api/runs';
import { useFlips } from '@/features/library/api/runs';
import { AggregateForm } from '@/features/library/pairs/AggregateForm';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import head from '@/features/library/frame/head.module.css';

const FlipFigure = lazy(() => import('@/features/library/pairs/FlipFigure'));

type Props = Readonly<{ run: string; mayResearch: boolean }>;

/** What is made of a run’s pair scores: how often they flip, and other rankings of them. */
export default function PairsPage({ run, mayResearch }: Props) {
  const flips = useFlips(run);
  const runs = useRuns();
  const error = flips.error ?? runs.error;
  if (error !== null) {
    const retry = (): void => void Promise.all([flips.refetch(), runs.refetch()]);
    return <PageTrouble title="The pairs cannot be shown now" error={error} onRetry={retry} />;
  }
  if (flips.data === undefined || runs.data === undefined)
    return <Waiting label="Counting the flips" />;
  return (
    <div>
      <title>{`Pairs of ${run} · Regrade`}</title>
      <p className={head.above}>
        <Link to={runPath(run)}>The run</Link>
      </p>
      <h1 className={head.title}>Pairs of {run}</h1>
      <p className={text.soft}>
        The model compared every two passages, each first once. Two passages flip when it is their
        order that decides which of them it prefers.
      </p>
      <section aria-labelledby="flips">
        <h2 id="flips">How often pairs flip</h2>
        <Suspense fallback={<Waiting label="Drawing" />}>
          <FlipFigure flips={flips.data} />
        </Suspense>
      </section>
      {mayResearch && (
        <section aria-labelledby="again">
          <h2 id="again">Aggregate again</h2>
          <p className={text.soft}>Another ranking of the same pairs, without asking the model.</p>
          <AggregateForm run={run} taken={runs.data.map(({ name }) => name)} />
        </section>
      )}
    </div>
  );
}
