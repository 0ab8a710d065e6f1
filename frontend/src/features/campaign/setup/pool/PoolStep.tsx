import { usePoolPreview } from '@/features/campaign/api/setup';
import { CostForm } from '@/features/campaign/setup/pool/CostForm';
import { DepthControl } from '@/features/campaign/setup/pool/DepthControl';
import { OverlapBars } from '@/features/campaign/setup/pool/OverlapBars';
import { PoolFacts } from '@/features/campaign/setup/pool/PoolFacts';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { SampleForm } from '@/features/campaign/setup/pool/SampleForm';
import { SizeCurve } from '@/features/campaign/setup/pool/SizeCurve';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { costOf, secondsOf } from '@/features/campaign/setup/draft/cost';
import { nGoldOf } from '@/features/campaign/setup/draft/gold';
import { useSettled } from '@/shared/useSettled';
import { depthOf } from '@/features/campaign/setup/draft/request';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import { useFittingLabels } from '@/features/campaign/setup/pool/useFittingLabels';
import { MultiField } from '@/shared/ui/fields/MultiField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/pool/PoolStep.module.css';

/** Judge only what is new: what labels have already is not judged again. */
function WithoutLabels({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const names = useFittingLabels(draft);
  if (names.length === 0) return null;
  return (
    <section>
      <h3>Only what is new</h3>
      <p className={text.soft}>
        Pairs that these labels have are left out; the new labels can be joined with them later.
      </p>
      <MultiField
        label="Without what these labels have"
        options={names}
        value={draft.withoutLabels}
        onChange={(withoutLabels) => change({ withoutLabels })}
      />
    </section>
  );
}

/** How deep to pool, and what that comes to; only other runs or topics ask the server again. */
export function PoolStep({ draft, change }: StepProps) {
  const query = usePoolPreview(draft.runs, useSettled(draft.sample), draft.withoutLabels);
  const { data: preview, error, refetch, isPlaceholderData } = query;
  if (preview === undefined) {
    if (error === null) return <Waiting label="Counting the pool at every depth" />;
    return (
      <>
        <PageTrouble
          title="The pool cannot be counted"
          error={error}
          onRetry={() => void refetch()}
        />
        {draft.sample !== null && <SampleForm draft={draft} change={change} nTopics={null} />}
        <WithoutLabels draft={draft} change={change} />
      </>
    );
  }
  const depth = depthOf(draft, preview.depth);
  const cost = costOf({
    ...draft,
    nPairs: preview.n_pairs[depth - 1] ?? 0,
    nGold: nGoldOf(draft),
    seconds: secondsOf(draft.seconds, preview.time),
  });
  return (
    <div className={styles.step} aria-busy={isPlaceholderData}>
      <section>
        <h3>How deep</h3>
        <p className={text.soft}>
          Of each run the top passages of each topic are judged; together they make the pool.
        </p>
        <DepthControl depth={depth} deepest={preview.depth} change={change} />
        <PoolFacts preview={preview} depth={depth} cost={cost} people={draft.people} />
        <QuotaWarning draft={draft} cost={cost} />
        <div className={styles.pictures}>
          <SizeCurve preview={preview} depth={depth} />
          <OverlapBars preview={preview} depth={depth} />
        </div>
      </section>
      <CostForm draft={draft} change={change} time={preview.time} />
      <SampleForm draft={draft} change={change} nTopics={preview.n_topics_drawn} />
      <WithoutLabels draft={draft} change={change} />
    </div>
  );
}
