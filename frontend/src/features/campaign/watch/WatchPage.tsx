import * as Plot from '@observablehq/plot';
import { useState } from 'react';
import { useRead } from '@/api/read';
import { useRuns } from '@/api/runs';
import type { CampaignOverview, WatchedRuns } from '@/api/types';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { isWhole, sayWatched } from '@/features/campaign/watch/sayWatched';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { OFFERED } from '@/shared/evaluation/measures';
import { Link } from '@/shared/routing/Link';
import { amongPath } from '@/shared/routing/paths';
import { Defined } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { ticksUpTo } from '@/shared/ui/figure/groups';
import { LOOK } from '@/shared/ui/figure/look';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/campaign/watch/watch.module.css';
import text from '@/shared/styles/text.module.css';

/** After so many topics: the mean difference and what it lies in, null where nothing is tenable. */
type Look = Readonly<{ n: number; mean: number; low: number | null; high: number | null }>;

type Options = Readonly<{ looks: readonly Look[]; nPlanned: number }>;

/** From the first topic to the last, at whole numbers. */
const wholeTicks = (last: number): number[] => [
  1,
  ...ticksUpTo(last, 1).filter((one) => one > 1 && one <= last),
];

/** The mean difference as topics come in, within the interval that holds at every look. */
function drawWatched(width: number, { looks, nPlanned }: Options): Element {
  const last = Math.max(nPlanned, 2);
  return Plot.plot({
    width,
    height: 300,
    marginLeft: 60,
    style: LOOK,
    x: { label: 'topics done', domain: [1, last], ticks: wholeTicks(last), tickFormat: 'd' },
    y: {
      label: 'mean difference',
      grid: true,
      domain: [-1, 1],
      tickFormat: (y: number) => (y === 0 ? '0' : formatDifference(y, false)),
    },
    marks: [
      Plot.areaY(looks, {
        x: 'n',
        y1: 'low',
        y2: 'high',
        fill: 'var(--accent)',
        fillOpacity: 0.18,
        curve: 'step-after',
      }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.lineY(looks, { x: 'n', y: 'mean', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(looks, { x: 'n', y: 'mean', r: 3, fill: 'var(--accent)' }),
    ],
  });
}

type Topic = WatchedRuns['topics'][number];
type WatchedFigureProps = Readonly<{ watched: WatchedRuns; baseline: string; run: string }>;

const apart = (value: number | null): string =>
  value === null ? 'none' : formatDifference(value, false);

const columnsOf = (baseline: string, run: string): Column<Topic>[] => [
  words('topic', ({ query_id: queryId }) => queryId),
  words('query', ({ query }) => query),
  numbers(
    baseline,
    (topic) => topic.baseline,
    (value) => formatScore(value, false),
  ),
  numbers(
    run,
    (topic) => topic.run,
    (value) => formatScore(value, false),
  ),
  numbers('difference', ({ difference }) => difference, apart),
  numbers('mean so far', ({ mean }) => mean, apart),
  numbers('low', ({ low }) => low, apart),
  numbers('high', ({ high }) => high, apart),
];

function WatchedFigure({ watched, baseline, run }: WatchedFigureProps) {
  const { topics, measure, n_planned: nPlanned } = watched;
  const looks = topics.map(({ mean, low, high }, place) => ({ n: place + 1, mean, low, high }));
  const title = `${measure}, ${run} minus ${baseline}, topic after topic`;
  return (
    <Figure
      title={title}
      caption={`${title}. Above 0, ${run} is better. The band holds the mean over all topics of the campaign at every look together; once all are judged it has no width.${watched.is_simulated ? ' Votes are of simulated assessors.' : ''}`}
      draw={drawWatched}
      of={{ looks, nPlanned }}
      table={{
        name: 'Topics in the order in which they were done',
        columns: columnsOf(baseline, run),
        rows: topics,
      }}
      fileName={`watch-${measure}-${run}-${baseline}`}
    />
  );
}

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
        {isWhole(data) && (
          <>
            For other topics, see <Link to={amongPath([baseline, run])}>Compare</Link>.{' '}
          </>
        )}
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
  const runs = useRuns();
  const { collection, topic_set: topicSet, runs: pooled } = campaign.pool;
  // Pooled runs before others, and first stages before what re-ranks them.
  const place = ({ name, parent }: Readonly<{ name: string; parent: string | null }>): number =>
    (pooled.includes(name) ? 0 : 2) + (parent === null ? 0 : 1);
  const names = runs.data
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
      <h2 id="watch">Watch two runs</h2>
      <p className={text.soft}>
        On the topics that have all their votes. A passage’s label here is the median of its votes,
        or its known grade; decisions and the majority rule of a label set do not count. While
        topics are open, the interval is wider than that of a test, since it{' '}
        <Defined at="significance#watched-intervals">holds at every look</Defined>: look and stop
        when you like. It needs topics to come in an order that does not depend on what they turn
        out to be.
      </p>
      {(names === undefined || runs.error !== null) && (
        <Unread of={runs} waiting="Reading the runs" trouble="The runs cannot be read now" />
      )}
      {names !== undefined &&
        (names.length < 2 ? (
          <p>This needs two runs over the passages and topics of the campaign; there are fewer.</p>
        ) : (
          <Watch campaign={campaign} names={names} />
        ))}
    </section>
  );
}
