import { useState } from 'react';
import { useRead } from '@/api/read';
import { useRuns } from '@/api/runs';
import type { CampaignOverview, WatchedRuns } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { sayWatched } from '@/features/campaign/watch/sayWatched';
import { WatchedFigure } from '@/features/campaign/watch/WatchedFigure';
import { OFFERED } from '@/shared/evaluation/measures';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Tag } from '@/shared/ui/Tag';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/watch/watch.module.css';

/** A topic takes minutes to be judged. */
const READ_EVERY_MS = 60_000;
const USUAL = 'usual';

type Props = Readonly<{ campaign: CampaignOverview; names: readonly string[] }>;

type SeenProps = Readonly<{
  data: WatchedRuns | undefined;
  error: Error | null;
  baseline: string;
  run: string;
}>;

/** What can be said so far, or why nothing is said. */
function Seen({ data, error, baseline, run }: SeenProps) {
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Waiting label="Scoring the topics" />;
  return (
    <>
      <p className={styles.said}>
        {sayWatched(data, { baseline, run })}{' '}
        {data.is_simulated && <Tag tone="simulated">simulated assessors</Tag>}
      </p>
      {data.topics.length > 0 && <WatchedFigure watched={data} baseline={baseline} run={run} />}
    </>
  );
}

/** Two runs, a measure, and what comes of them. */
function Watch({ campaign: { id, scale }, names }: Props) {
  const [baseline, setBaseline] = useState(names[0] ?? '');
  const [run, setRun] = useState(names[1] ?? '');
  const [measure, setMeasure] = useState('nDCG@10');
  const [least, setLeast] = useState(USUAL);
  const from = least === USUAL ? {} : { min_relevance: Number(least) };
  const isAsked = baseline !== run;
  const { data, error } = useRead(
    '/api/campaigns/{campaign_id}/watch',
    { campaign_id: id, baseline, run, measure, ...from },
    { refetchInterval: READ_EVERY_MS, retry: false, enabled: isAsked },
  );
  const levels = [
    { value: USUAL, label: 'as the scale has it' },
    ...scale.map(({ value, name }) => ({ value: `${value}`, label: `${value} ${name}` })),
  ];
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label="Baseline"
          options={[...names]}
          value={baseline}
          onChange={setBaseline}
        />
        <SelectField label="Run" options={[...names]} value={run} onChange={setRun} />
        <SelectField
          label="Measure"
          options={OFFERED.watch}
          value={measure}
          onChange={setMeasure}
        />
        <SelectField label="Relevant from" options={levels} value={least} onChange={setLeast} />
      </div>
      {isAsked ? (
        <Seen data={data} error={error} baseline={baseline} run={run} />
      ) : (
        <p className={text.soft}>Choose two different runs.</p>
      )}
    </>
  );
}

/** Two runs while the campaign runs, with intervals that may be looked at as often as one likes. */
export default function WatchPage() {
  const campaign = useCampaign();
  const { data: runs, error, refetch } = useRuns();
  const { collection, topic_set: topicSet, runs: pooled } = campaign.pool;
  // Pooled runs before others, and first stages before what re-ranks them.
  const place = ({ name, parent }: Readonly<{ name: string; parent: string | null }>): number =>
    (pooled.includes(name) ? 0 : 2) + (parent === null ? 0 : 1);
  const names = runs
    ?.toSorted((one, other) => place(one) - place(other))
    .filter(
      ({ status, lineage }) =>
        status === 'complete' &&
        lineage.collections.includes(collection) &&
        lineage.topic_sets.includes(topicSet),
    )
    .map(({ name }) => name);
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">Two runs while it runs</h2>
      <p className={text.soft}>
        On the topics that have all their votes, by the median vote of each passage. The interval is
        wider than that of a test, since it{' '}
        <Defined at="significance#watched-intervals">holds at every look</Defined>: look and stop
        when you like. It needs topics to come in an order that does not depend on what they turn
        out to be.
      </p>
      {error !== null && (
        <PageTrouble
          title="The runs cannot be read now"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {names === undefined && error === null && <Waiting label="Reading the runs" />}
      {names !== undefined &&
        (names.length < 2 ? (
          <p>This needs two runs over the passages and topics of the campaign; there are fewer.</p>
        ) : (
          <Watch campaign={campaign} names={names} />
        ))}
    </section>
  );
}
