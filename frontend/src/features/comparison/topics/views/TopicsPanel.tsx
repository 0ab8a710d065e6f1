import { useMemo } from 'react';
import type { ComponentType } from 'react';
import type { Comparison, TopicTable } from '@/api/compared';
import { ErrorText } from '@/shared/ui/ErrorText';
import { useCompared } from '@/features/comparison/api/comparison';
import type { Focus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { FocusFields } from '@/features/comparison/kit/FocusFields';
import { addressOf } from '@/features/comparison/choice/selection';
import { AgainstView } from '@/features/comparison/topics/views/AgainstView';
import { DifferencesView } from '@/features/comparison/topics/views/DifferencesView';
import { ErrorsView } from '@/features/comparison/topics/views/ErrorsView';
import { FilterRow } from '@/features/comparison/topics/views/FilterRow';
import { filtered, readFilters } from '@/features/comparison/topics/table/filters';
import { HeatView } from '@/features/comparison/topics/views/HeatView';
import { LabelsView } from '@/features/comparison/topics/views/LabelsView';
import { SpreadView } from '@/features/comparison/topics/views/SpreadView';
import { Summary } from '@/features/comparison/topics/views/Summary';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { readView, VIEWS } from '@/features/comparison/topics/table/views';
import type { ViewName } from '@/features/comparison/topics/table/views';
import { useAddress } from '@/shared/routing/useAddress';
import { topicPath } from '@/shared/topicPath';
import { CsvLinks } from '@/shared/ui/CsvLinks';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Waiting } from '@/shared/ui/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/comparison/topics/views/topics.module.css';

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
  const { selection, isOutdated, focus } = props;
  // While a new comparison loads, the old one still shows: the new one has no topics to be read yet.
  const { data, error } = useCompared(
    '/api/comparison/topic-table',
    selection,
    { measure: focus.measure },
    { enabled: !isOutdated },
  );
  return (
    <section aria-labelledby="by-topic">
      <h2 id="by-topic">Topic by topic</h2>
      <FocusFields {...props} />
      <ErrorText error={error} />
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
