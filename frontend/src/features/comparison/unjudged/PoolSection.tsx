import { useRead } from '@/api/read';
import { KEPT_MS } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { KeepAnswer } from '@/features/comparison/keeping/KeepAnswer';
import { AddressNotes } from '@/shared/ui/requests/AddressNotes';
import { runsOf } from '@/features/comparison/texts/measuresOf';
import { MOST_DEPTH, NAMES, readPoolChoice } from '@/features/comparison/unjudged/poolChoice';
import { PoolFigure } from '@/features/comparison/unjudged/PoolFigure';
import { sentence } from '@/shared/requests/errors';
import { useAddress } from '@/shared/routing/useAddress';
import { useSettled } from '@/shared/browser/useTyped';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/unjudged/unjudged.module.css';

/** What each run would score, and in which place, had it not contributed to the pool. */
export function PoolSection(props: PanelProps) {
  const { comparison, isOutdated, focus, selection } = props;
  const [params, change] = useAddress('/compare');
  const { depth, by, found } = readPoolChoice(params);
  const settled = useSettled(depth);
  const { labels: others, baselineLabels, onlyTopicsOf, commonTopics, singlePrecision } = selection;
  const { data, error } = useRead(
    '/api/comparison/pool-bias',
    {
      ...{ runs: runsOf(comparison).join(','), label_set: focus.labels, measures: focus.measure },
      ...{ depth: settled, by },
      labels: [...others, ...(baselineLabels === null ? [] : [baselineLabels])].join(','),
      ...(onlyTopicsOf !== null && { only_topics_of: onlyTopicsOf }),
      ...(commonTopics && { common_topics: true }),
      ...(singlePrecision && { single_precision: true }),
    },
    { staleTime: KEPT_MS, retry: false, enabled: !isOutdated },
  );
  return (
    <section aria-labelledby="pool-bias">
      <h2 id="pool-bias">What the pool owes to each run</h2>
      <div className={styles.choices}>
        <NumberField
          label="Depth of the pool"
          value={depth}
          min={1}
          max={MOST_DEPTH}
          onChange={(number) => change({ [NAMES.depth]: `${number}` })}
        />
        <Segmented
          label="Left out at a time"
          options={[
            { value: 'run', label: 'one run' },
            { value: 'team', label: 'one team' },
          ]}
          value={by}
          onChange={(name) => change({ [NAMES.by]: name })}
        />
      </div>
      <AddressNotes notes={found} />
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : data === undefined ? (
        <Waiting label="Leaving out one after another" />
      ) : (
        <>
          <PoolFigure answer={data} />
          <KeepAnswer
            {...props}
            kind="pool-bias"
            question={{
              measure: focus.measure,
              label_set: focus.labels,
              ...{ depth: `${settled}`, by },
            }}
          />
        </>
      )}
    </section>
  );
}
