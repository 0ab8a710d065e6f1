import { useMemo } from 'react';
import { useLabels } from '@/api/labels';
import type { Comparison } from '@/api/types';
import { useTopicDifferences } from '@/features/comparison/api/comparison';
import type { Focus } from '@/features/comparison/choice/focus';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TopicFigure } from '@/features/comparison/topics/TopicFigure';
import { isLowerBetter, measuresOf } from '@/features/comparison/texts/measuresOf';
import { topicPath } from '@/shared/topicPath';
import { sentence } from '@/shared/errors';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/topics/topics.module.css';

/** Where a topic is shown with what is compared here; null until the set of topics is known. */
function useTopicPath(comparison: Comparison, { run, labels, measure }: Focus) {
  const { data: sets } = useLabels();
  const topicSet = sets?.find(({ name }) => name === labels)?.topic_set;
  const { baseline, baseline_labels: other, blocks } = comparison;
  return useMemo(() => {
    if (topicSet === undefined) return null;
    const named = [labels, ...(other === null ? [] : [other]), ...blocks.map((one) => one.labels)];
    const runs = baseline === null || baseline === run ? [run] : [baseline, run];
    return (queryId: string) =>
      topicPath(topicSet, queryId, { runs, labels: [...new Set(named)], measure });
  }, [topicSet, baseline, other, run, labels, measure, blocks]);
}

/** Where a mean difference comes from: every topic, sorted. */
export default function TopicsPanel(props: PanelProps) {
  const { comparison, selection, isOutdated, focus, onFocus: change } = props;
  const options = {
    run: comparison.runs,
    labels: comparison.blocks.map(({ labels }) => labels),
    measure: measuresOf(comparison),
  };
  // While a new comparison loads, the old one still shows: the new one has no topics to be read yet.
  const { data, error } = useTopicDifferences(selection, focus, !isOutdated);
  const to = useTopicPath(comparison, focus);

  return (
    <section aria-labelledby="by-topic">
      <h2 id="by-topic">Topic by topic</h2>
      <div className={styles.choices}>
        <SelectField
          label="Measure"
          options={options.measure}
          value={focus.measure}
          onChange={(measure) => change({ measure })}
        />
        <SelectField
          label="Run"
          options={options.run}
          value={focus.run}
          onChange={(run) => change({ run })}
        />
        <SelectField
          label="Labels"
          options={options.labels}
          value={focus.labels}
          onChange={(labels) => change({ labels })}
        />
      </div>
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
      {data !== undefined && <p className={text.soft}>A bar opens its topic.</p>}
      {data !== undefined && (
        <TopicFigure
          topics={data.topics}
          focus={focus}
          against={comparison.baseline ?? `the same run under ${comparison.baseline_labels ?? ''}`}
          isRank={isLowerBetter(comparison, focus.measure)}
          to={to}
        />
      )}
    </section>
  );
}
