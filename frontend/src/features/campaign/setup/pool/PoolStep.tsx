import { usePoolPreview } from '@/features/campaign/api/setup';
import { CostForm } from '@/features/campaign/setup/pool/CostForm';
import { PoolFacts } from '@/features/campaign/setup/pool/PoolFacts';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { SampleForm } from '@/features/campaign/setup/pool/SampleForm';
import { SizeCurve } from '@/features/campaign/setup/pool/SizeCurve';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { costOf, secondsOf } from '@/features/campaign/setup/draft/cost';
import { nGoldOf } from '@/features/campaign/setup/draft/gold';
import { useSettled } from '@/shared/browser/useTyped';
import { depthOf } from '@/features/campaign/setup/draft/request';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { useFittingLabels } from '@/features/campaign/setup/pool/useFittingLabels';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import type { PoolPreview } from '@/api/types';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { Bar } from '@/shared/ui/Bar';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/pool/PoolStep.module.css';
import depthControl from '@/features/campaign/setup/pool/DepthControl.module.css';
import overlapBars from '@/features/campaign/setup/pool/OverlapBars.module.css';

const MAX_ROWS = 6;

/** The last row takes in all that more runs found. */
function rowsOf(counts: readonly number[]): { label: string; n: number }[] {
  const rows = counts.map((n, i) => ({ label: i === 0 ? '1 run' : `${i + 1} runs`, n }));
  if (rows.length <= MAX_ROWS) return rows;
  const rest = counts.slice(MAX_ROWS - 1).reduce((sum, n) => sum + n, 0);
  return [...rows.slice(0, MAX_ROWS - 1), { label: `${MAX_ROWS} runs or more`, n: rest }];
}

/** How much of the pool the runs have in common. */
function OverlapBars({ preview, depth }: Readonly<{ preview: PoolPreview; depth: number }>) {
  if (preview.found_by.length < 2) return null;
  const counts = preview.found_by.map((byDepth) => byDepth[depth - 1] ?? 0);
  const total = counts.reduce((sum, n) => sum + n, 0);
  return (
    <div>
      <h4>Found by</h4>
      <dl className={overlapBars.overlap}>
        {rowsOf(counts).map(({ label, n }) => {
          const share = total === 0 ? null : n / total;
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Bar value={n} max={total} label={`${label}: ${formatShare(share)}`} />
                <span className={text.number}>
                  {formatCount(n)} <small className={text.soft}>{formatShare(share)}</small>
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

type Props = Readonly<{ depth: number; deepest: number; change: Change }>;

function DepthControl({ depth, deepest, change }: Props) {
  const set = (value: number): void => change({ depth: value });
  return (
    <div className={depthControl.depth}>
      <NumberField label="Depth" value={depth} min={1} max={deepest} onChange={set} />
      <input
        type="range"
        aria-label="Depth, to be slid"
        min={1}
        max={deepest}
        value={depth}
        onChange={(event) => set(Number(event.target.value))}
      />
      <span className={text.note}>1 to {deepest}</span>
    </div>
  );
}

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
