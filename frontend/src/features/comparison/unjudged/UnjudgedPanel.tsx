import type { RunBounds } from '@/api/compared';
import { useRead } from '@/api/read';
import { KEPT_MS, useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { topicsQuery } from '@/features/comparison/choice/selection';
import { KeepAnswer } from '@/features/comparison/saved/save/KeepAnswer';
import { FocusField } from '@/features/comparison/kit/FocusFields';
import { runsOf } from '@/features/comparison/texts/measuresOf';
import { BoundsFigure } from '@/features/comparison/unjudged/BoundsFigure';
import { JudgedFigure } from '@/features/comparison/unjudged/JudgedFigure';
import { PoolFigure } from '@/features/comparison/unjudged/PoolFigure';
import { MOST_DEPTH, NAMES, readPoolChoice } from '@/features/comparison/unjudged/poolChoice';
import { useSettled } from '@/shared/browser/useTyped';
import { sentence } from '@/shared/requests/errors';
import { useAddress } from '@/shared/routing/useAddress';
import { Defined, Measure } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { AddressNotes } from '@/shared/ui/requests/AddressNotes';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/comparison/unjudged/unjudged.module.css';
import text from '@/shared/styles/text.module.css';

/** What each run would score, and in which place, had it not contributed to the pool. */
function PoolAnswer(props: PanelProps) {
  const { comparison, isOutdated, focus, selection } = props;
  const [params, change] = useAddress('/compare');
  const { depth, by, found } = readPoolChoice(params);
  const settled = useSettled(depth);
  const { labels: others, baselineLabels } = selection;
  const { data, error } = useRead(
    '/api/comparison/pool-bias',
    {
      ...{ runs: runsOf(comparison).join(','), label_set: focus.labels, measures: focus.measure },
      ...{ depth: settled, by },
      labels: [...others, ...(baselineLabels === null ? [] : [baselineLabels])].join(','),
      ...topicsQuery(selection),
    },
    { staleTime: KEPT_MS, enabled: !isOutdated },
  );
  return (
    <>
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
    </>
  );
}

/** Nothing is said of a pool unless its runs are known: taken for it, two compared runs would owe it far too much. */
function PoolSection(props: PanelProps) {
  const { labels } = props.focus;
  const block = props.comparison.blocks.find((one) => one.labels === labels);
  return (
    <section aria-labelledby="pool-bias">
      <h2 id="pool-bias">Pool bias by run</h2>
      {(block?.pool_runs.length ?? 0) > 0 ? (
        <PoolAnswer {...props} />
      ) : (
        <p className={text.soft}>
          The runs pooled for {labels} are unknown, so pool bias cannot be computed. They are known
          for label sets derived here from a campaign with a pool of runs: build a pool of these
          runs, import the judgments into its campaign, and derive the labels from them.{' '}
          <Defined at="significance#pool-bias">Pool bias</Defined>
        </p>
      )}
    </section>
  );
}

function Parts(props: Readonly<{ answer: RunBounds; labels: string; run: string }>) {
  const { answer } = props;
  return (
    <>
      <section aria-labelledby="judged">
        <h2 id="judged">How much is labelled</h2>
        <JudgedFigure {...props} />
      </section>
      <section aria-labelledby="bounds">
        <h2 id="bounds">How unjudged passages could change the scores</h2>
        {answer.refusal === '' ? (
          <BoundsFigure {...props} />
        ) : (
          <p className={text.soft}>
            {answer.refusal}. (<Measure name={answer.measure} />)
          </p>
        )}
      </section>
    </>
  );
}

/** What has no label: how much of each run, what it could change, and what the pool owes to whom. */
export default function UnjudgedPanel(props: PanelProps) {
  const { focus } = props;
  const bounds = useCompared('/api/comparison/bounds', props, { measure: focus.measure });
  return (
    <>
      <div className={styles.choices}>
        <FocusField {...props} part="labels" />
        <FocusField {...props} part="measure" />
      </div>
      <Loaded query={bounds} waiting="Counting labelled passages">
        {(data) => (
          <>
            <Parts answer={data} labels={focus.labels} run={focus.run} />
            <KeepAnswer {...props} kind="bounds" question={{ measure: focus.measure }} />
          </>
        )}
      </Loaded>
      <PoolSection {...props} />
    </>
  );
}
