import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from '@/shared/routing/location';
import NotFound from '@/shared/ui/requests/NotFound';
import { useSession } from '@/api/session';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { useRuns } from '@/api/runs';
import type { PairedTopics, RunFlips } from '@/api/types';
import { useRead } from '@/api/read';
import { AggregateForm } from '@/features/library/pairs/AggregateForm';
import { LookAtPairs } from '@/features/library/pairs/TopicPairs';
import { PairsDownload, PairUpload } from '@/features/library/pairs/PairFiles';
import { Tag } from '@/shared/ui/Tag';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import text from '@/shared/styles/text.module.css';
import head from '@/features/library/frame/head.module.css';

const FlipFigure = lazy(() => import('@/features/library/pairs/FlipFigure'));

type FrameProps = Readonly<{ run: string; isSimulated?: boolean; children: ReactNode }>;

function Frame({ run, isSimulated = false, children }: FrameProps) {
  return (
    <div>
      <title>{`Pairs of ${run} · Regrade`}</title>
      <p className={head.above}>
        <Link to={runPath(run)}>The run</Link>
      </p>
      <h1 className={head.title}>
        Pairs of {run} {isSimulated && <Tag tone="simulated">simulated</Tag>}
      </h1>
      {children}
    </div>
  );
}

type FoundProps = Readonly<{
  flips: RunFlips;
  paired: PairedTopics;
  taken: readonly string[];
  mayResearch: boolean;
}>;

function Found({ flips, paired, taken, mayResearch }: FoundProps) {
  const { run, is_simulated: isSimulated, topics } = paired;
  return (
    <Frame run={run} isSimulated={isSimulated}>
      {isSimulated && (
        <p>
          These pair scores are simulated: a rule made them for the demo, and no model compared the
          passages.
        </p>
      )}
      <p className={text.soft}>
        The model compared every pair of passages in both orders. A pair flips if the order decides
        which passage it prefers.
      </p>
      <PairsDownload run={run} />
      {/* Together, so that the figure moves nothing away from under a click. */}
      <Suspense fallback={<Waiting label="Drawing" />}>
        <section aria-labelledby="flips">
          <h2 id="flips">How often pairs flip</h2>
          <FlipFigure flips={flips} />
        </section>
        <section aria-labelledby="which">
          <h2 id="which">Which pairs flip</h2>
          <LookAtPairs run={run} topics={topics} />
        </section>
        {mayResearch && (
          <section aria-labelledby="again">
            <h2 id="again">Aggregate again</h2>
            <p className={text.soft}>
              A new ranking from the same pairs, without running the model.
            </p>
            <AggregateForm run={run} taken={taken} />
          </section>
        )}
      </Suspense>
    </Frame>
  );
}

type Props = Readonly<{ run: string; mayResearch: boolean }>;

/** A run’s pair scores: how often and where they flip, and other rankings of them. */
export function PairsPage({ run, mayResearch }: Props) {
  const runs = useRuns(run);
  const row = runs.data?.find(({ name }) => name === run);
  if (row?.has_pairs === false && row.status === 'complete')
    return (
      <Frame run={run}>
        <p>
          {run} has no pair scores. You can upload those that duoT5 or another model computed
          elsewhere.
        </p>
        <PairUpload run={run} />
      </Frame>
    );
  return (
    <Loaded query={runs} trouble="The pairs cannot be shown now" waiting="Opening the run">
      {(all) => <Pairs run={run} taken={all.map(({ name }) => name)} mayResearch={mayResearch} />}
    </Loaded>
  );
}

function Pairs({ run, ...rest }: Props & Readonly<{ taken: readonly string[] }>) {
  const query = together({
    flips: useRead('/api/runs/flips', { name: run }),
    paired: useRead('/api/runs/pairs/topics', { run }),
  });
  return (
    <Loaded query={query} trouble="The pairs cannot be shown now" waiting="Counting the flips">
      {(found) => <Found {...found} {...rest} />}
    </Loaded>
  );
}

export default function PairsOfRun() {
  const run = useSearchParams().get('run') ?? '';
  const { data: session } = useSession();
  if (run === '') return <NotFound />;
  return <PairsPage key={run} run={run} mayResearch={session?.may_research ?? false} />;
}
