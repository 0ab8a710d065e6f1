import { useMemo } from 'react';
import { useLabels } from '@/api/labels';
import { useRuns } from '@/api/runs';
import { useMayCompare, useSession } from '@/api/session';
import type { LabelSet, Run } from '@/api/types';
import { useKept } from '@/features/library/api/shelves';
import { useRunScores } from '@/features/library/api/runs';
import { Head } from '@/features/library/frame/Head';
import { ArchivingSection } from '@/features/library/archiving/ArchivingSection';
import { measuresUnder } from '@/features/library/run/depths';
import { Estimates } from '@/features/library/run/Estimates';
import { RunFacts, RunSpec } from '@/features/library/run/RunFacts';
import { DepthFigure, MeansTable, WorstTopics } from '@/features/library/run/RunScores';
import { RunActions } from '@/features/library/runs/RunState';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

const MOST_LABELS = 30;
const serves = (labels: LabelSet, { lineage }: Run): boolean =>
  lineage.collections.includes(labels.collection) && lineage.topic_sets.includes(labels.topic_set);

const newestFirst = (one: LabelSet, other: LabelSet): number =>
  Date.parse(other.created_at) - Date.parse(one.created_at);

type ScoresProps = Readonly<{ run: Run; labels: readonly LabelSet[] }>;

function Scores({ run, labels }: ScoresProps) {
  const asked = useMemo(
    () =>
      labels
        .slice(0, MOST_LABELS)
        .map((one) => ({ labels: one.name, measures: measuresUnder(one) })),
    [labels],
  );
  const all = useRunScores(run.name, asked);
  const known = useMemo(() => all.filter(({ scores }) => scores !== undefined), [all]);
  const isSimulated = (name: string): boolean =>
    labels.some((one) => one.name === name && one.is_simulated);
  const isWaiting = all.some(({ scores, error }) => scores === undefined && error === null);
  return (
    <>
      <h2>Scores under each label set</h2>
      {labels.length > MOST_LABELS && (
        <p className={text.soft}>
          The newest {MOST_LABELS} of {labels.length}.
        </p>
      )}
      <MeansTable all={all} isSimulated={isSimulated} />
      <Estimates all={all} />
      {isWaiting && <Waiting label="Scoring the run" isTall />}
      {known.length > 0 && !isWaiting && (
        <>
          <div className={styles.beside}>
            <section>
              <h2>How much of it is labelled</h2>
              <DepthFigure run={run.name} measure="Judged" all={known} />
            </section>
            <section>
              <h2>nDCG by cutoff</h2>
              <DepthFigure run={run.name} measure="nDCG" all={known} />
            </section>
          </div>
          <WorstTopics run={run.name} topicSet={run.topic_set} all={all} />
        </>
      )}
    </>
  );
}

type FoundProps = Readonly<{ run: Run; runs: readonly Run[]; labels: readonly LabelSet[] }>;

/** Where pair scores come in, for who may change the run. */
function PairsWay({ run: { name, status, has_pairs: hasPairs } }: Readonly<{ run: Run }>) {
  const { data: kept } = useKept('runs', name);
  if (status !== 'complete' || hasPairs || kept?.may_change !== true) return null;
  return (
    <p>
      <Link to={`/library/pairs?${addressOf({ run: name })}`}>Upload pair scores</Link>
    </p>
  );
}

function Found({ run, runs, labels }: FoundProps) {
  const { data: session } = useSession();
  const mayResearch = session?.may_research ?? false;
  const mayScore = useMayCompare();
  const fitting = useMemo(
    () => labels.filter((one) => serves(one, run)).toSorted(newestFirst),
    [labels, run],
  );
  const rerankedBy = runs.filter(({ parent }) => parent === run.name).map(({ name }) => name);
  return (
    <div className={styles.page}>
      <Head title={run.name} />
      <RunFacts run={run} rerankedBy={rerankedBy} />
      <RunActions run={run} mayResearch={mayResearch} />
      <RunSpec run={run.name} />
      <PairsWay run={run} />
      {run.status === 'complete' && fitting.length === 0 && (
        <p>No label set in the menus fits its topics and passages, so it cannot be scored here.</p>
      )}
      {run.status === 'complete' && fitting.length > 0 && mayScore && (
        <Scores run={run} labels={fitting} />
      )}
      <ArchivingSection kind="runs" name={run.name} />
    </div>
  );
}

/** One run: where it came from, what it scores under each label set, and where it does badly. */
export default function RunPage() {
  const { name = '' } = useParams();
  const query = together({ runs: useRuns(name), labels: useLabels() });
  return (
    <Loaded query={query} trouble="This run cannot be shown now" waiting="Opening the run">
      {({ runs, labels }) => {
        const run = runs.find((one) => one.name === name);
        if (run !== undefined) return <Found run={run} runs={runs} labels={labels} />;
        return (
          <Head title="No such run">
            <p>There is no run named {name}.</p>
          </Head>
        );
      }}
    </Loaded>
  );
}
