import { useMemo } from 'react';
import type { ComponentType } from 'react';
import type { Comparison, TopicTable } from '@/api/compared';
import { useCompared } from '@/features/comparison/api/comparison';
import type { Focus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { addressOf } from '@/features/comparison/choice/selection';
import { FocusFields } from '@/features/comparison/kit/FocusFields';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { filtered, readFilters } from '@/features/comparison/topics/table/filters';
import { runsOf, valueAt } from '@/features/comparison/topics/table/table';
import type { Topic, ViewProps } from '@/features/comparison/topics/table/table';
import { readView, VIEWS } from '@/features/comparison/topics/table/views';
import type { ViewName } from '@/features/comparison/topics/table/views';
import { ErrorsView } from '@/features/comparison/topics/views/ErrorsView';
import { FilterRow } from '@/features/comparison/topics/views/FilterRow';
import { HeatView } from '@/features/comparison/topics/views/HeatView';
import { TopicScatter } from '@/features/comparison/topics/views/TopicScatter';
import { SpreadView } from '@/features/comparison/topics/views/SpreadView';
import { scores, topicColumns } from '@/features/comparison/topics/views/topicColumns';
import { differenceOf } from '@/shared/evaluation/direction';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { useNavigate } from '@/shared/routing/location';
import { topicPath } from '@/shared/routing/paths';
import { chosenOf, useAddress } from '@/shared/routing/useAddress';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';
import { drawTopics } from '@/shared/ui/figure/drawTopics';
import { numbers } from '@/shared/ui/figure/figureTable';
import { meanOf } from '@/shared/ui/figure/spread';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import styles from '@/features/comparison/topics/views/topics.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type Compared = Topic & Readonly<{ difference: number }>;

type Bars = Readonly<{ topics: readonly Compared[]; isRank: boolean }>;

const drawBars = (width: number, bars: Bars, onTopic?: OnPlace): Element =>
  drawTopics({ ...bars, width, onTopic });

/** Where a mean difference comes from: every topic, sorted. */
function DifferencesView({ table, shown, focus, other, to }: ViewProps) {
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const sorted = useMemo(() => {
    const was = valueAt(table, other.labels, other.run);
    const is = valueAt(table, focus.labels, focus.run);
    const rows = shown.map((topic) => ({
      ...topic,
      difference: differenceOf(was(topic), is(topic)),
    }));
    return sortByGain(rows, isRank);
  }, [table, shown, focus, other, isRank]);
  const { better, equal, worse } = countDirections(sorted, isRank);
  const title = `${table.measure}, ${focus.run} minus ${other.name}, under ${focus.labels}`;
  const turned = isRank ? ' Lower is better, so the axis is turned: up is better.' : '';
  return (
    <Figure
      title={title}
      caption={`${title}: ${better} better, ${equal} equal, ${worse} worse.${turned} ${describeShown(shown, table)}`}
      draw={drawBars}
      axes={{ across: 'topics', up: `difference in ${table.measure}` }}
      of={{ topics: sorted, isRank }}
      onPlace={to === null ? undefined : (place) => navigate(to(sorted[place]?.query_id ?? ''))}
      table={{
        name: 'Differences by topic',
        columns: [
          ...topicColumns<Compared>((topic) => topic, to),
          scores(other.name, valueAt(table, other.labels, other.run), isRank),
          scores(focus.run, valueAt(table, focus.labels, focus.run), isRank),
          numbers<Compared>(
            'difference',
            ({ difference }) => difference,
            (value) => formatDifference(value, isRank),
          ),
        ],
        rows: sorted,
      }}
      fileName={`topics-${table.measure}-${focus.run}-${focus.labels}`}
    />
  );
}

/** The run looked at, topic by topic, against any other run under the same labels. */
function AgainstView({ table, shown, focus, other, to, params, change }: ViewProps) {
  const others = runsOf(table).filter((run) => run !== focus.run);
  const usual = others.includes(other.run) ? other.run : others[0];
  const offered = usual === undefined ? [] : [...new Set([usual, ...others])];
  const against = chosenOf(params, 'beside', offered);
  const { labels, run } = focus;
  if (offered.length === 0)
    return <p className={text.soft}>Only one run is chosen: add another under “Change”.</p>;
  const choose = (name: string): void => change({ beside: name });
  return (
    <>
      <SelectField label="Against" options={offered} value={against} onChange={choose} />
      <TopicScatter
        {...{ table, shown, to }}
        title={`${table.measure} by topic, ${run} against ${against}, under ${labels}`}
        x={{ name: against, labels, run: against }}
        y={{ name: run, labels, run }}
        above={`${run} is better`}
        fileName={`runs-${table.measure}-${run}-${against}-${labels}`}
      />
    </>
  );
}

/** One run, topic by topic, under two label sets. */
function LabelsView({ table, shown, focus, to, params, change }: ViewProps) {
  const { labels, run } = focus;
  const offered = table.blocks.map((block) => block.labels).filter((name) => name !== labels);
  const than = chosenOf(params, 'than', offered);
  if (offered.length === 0)
    return <p className={text.soft}>Only one label set is chosen: add another under “Change”.</p>;
  const choose = (name: string): void => change({ than: name });
  return (
    <>
      <SelectField label="Against the labels" options={offered} value={than} onChange={choose} />
      <TopicScatter
        {...{ table, shown, to }}
        title={`${table.measure} of ${run} by topic, under ${labels} against ${than}`}
        x={{ name: than, labels: than, run }}
        y={{ name: labels, labels, run }}
        above={`it does better under ${labels}`}
        fileName={`labels-${table.measure}-${run}-${labels}-${than}`}
      />
    </>
  );
}

/** How many topics are shown and, where it is not all, their means: never to be taken for the comparison's. */
function Summary({ table, shown, focus, other }: ViewProps) {
  const isPart = shown.length < table.topics.length && shown.length > 0;
  const mean = (labels: string, run: string): string =>
    formatScore(meanOf(shown.map(valueAt(table, labels, run))), table.lower_is_better);
  return (
    <p role="status" className={text.soft}>
      {describeShown(shown, table)}
      {isPart &&
        ` Mean ${table.measure} of the shown topics, not of the comparison: ${focus.run} ` +
          `${mean(focus.labels, focus.run)} under ${focus.labels}, ${other.name} ` +
          `${mean(other.labels, other.run)}.`}
      {shown.length === 0 && ' No topic passes all filters.'}
    </p>
  );
}

const SHOWN: Readonly<Record<ViewName, ComponentType<ViewProps>>> = {
  differences: DifferencesView,
  spread: SpreadView,
  against: AgainstView,
  heat: HeatView,
  labels: LabelsView,
  errors: ErrorsView,
};

/** What the run is held against on each topic. */
function otherOf({ baseline, baseline_labels: before }: Comparison, { run, labels }: Focus) {
  return baseline === null
    ? { run, labels: before ?? labels, name: `the same run under ${before ?? ''}` }
    : { run: baseline, labels, name: baseline };
}

/** Where a topic is shown with what is compared here; null where the set of topics is not known. */
function useTopicPath({ comparison, labels: sets, focus: { run, labels, measure } }: PanelProps) {
  const topicSet = sets.find(({ name }) => name === labels)?.topic_set;
  const { baseline, baseline_labels: other, blocks } = comparison;
  return useMemo(() => {
    if (topicSet === undefined) return null;
    const named = [labels, ...(other === null ? [] : [other]), ...blocks.map((one) => one.labels)];
    const runs = baseline === null || baseline === run ? [run] : [baseline, run];
    return (queryId: string) =>
      topicPath(topicSet, queryId, { runs, labels: [...new Set(named)], measure });
  }, [topicSet, baseline, other, run, labels, measure, blocks]);
}

function Views({ table, ...props }: PanelProps & Readonly<{ table: TopicTable }>) {
  const { comparison, focus } = props;
  const [params, change] = useAddress('/compare');
  const to = useTopicPath(props);
  const other = useMemo(() => otherOf(comparison, focus), [comparison, focus]);
  const shown = useMemo(() => filtered(table, focus, readFilters(params)), [table, focus, params]);
  const view = readView(params);
  const View = SHOWN[view];
  const given = { table, shown, focus, other, to, params, change };
  return (
    <div className={styles.views}>
      <FilterRow {...given} />
      <Segmented
        label="View"
        options={VIEWS}
        value={view}
        onChange={(name) => change({ view: name })}
      />
      <Summary {...given} />
      {shown.length > 0 && <View {...given} />}
    </div>
  );
}

/** The topics behind every mean, in several views of which one is open. */
export default function TopicsPanel(props: PanelProps) {
  const { selection, focus } = props;
  const { data, error } = useCompared('/api/comparison/topic-table', props, {
    measure: focus.measure,
  });
  return (
    <section aria-labelledby="by-topic">
      <h2 id="by-topic">Topic by topic</h2>
      <FocusFields {...props} />
      <ErrorMessage error={error} />
      {data === undefined && error === null && <Waiting label="Reading topics" />}
      {data !== undefined && <Views {...props} table={data} />}
      <p className={buttons.actions}>
        <CsvLinks href={`/api/comparison/topic-table?format=csv&${addressOf(selection)}`}>
          Download all values by topic (CSV)
        </CsvLinks>
      </p>
    </section>
  );
}
