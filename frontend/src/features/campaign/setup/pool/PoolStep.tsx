import type { JudgingTime, PoolPreview } from '@/api/types';
import { formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';
import { depthOf } from '@/features/campaign/setup/draft/request';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import type { Plan } from '@/features/campaign/api/setup';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { SampleForm } from '@/features/campaign/setup/pool/SampleForm';
import { SizeCurve } from '@/features/campaign/setup/pool/SizeCurve';
import { useFittingLabels } from '@/features/campaign/setup/pool/useFittingLabels';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Bar } from '@/shared/ui/Bar';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import depthControl from '@/features/campaign/setup/pool/DepthControl.module.css';
import overlapBars from '@/features/campaign/setup/pool/OverlapBars.module.css';
import poolFacts from '@/features/campaign/setup/pool/PoolFacts.module.css';
import styles from '@/features/campaign/setup/pool/PoolStep.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import textStyles from '@/shared/styles/text.module.css';

/** How the pairs are spread over the topics at a depth. */
function formatPerTopic(preview: PoolPreview, depth: number): string {
  const [least, median, most] = [preview.least, preview.median, preview.most].map(
    (counts) => counts[depth - 1] ?? 0,
  );
  if (least === undefined || median === undefined || most === undefined) return '';
  if (least === most) return `${formatCount(most)} a topic`;
  return `${formatCount(least)} to ${formatCount(most)} a topic, median ${formatCount(median)}`;
}

type PoolFactsProps = Readonly<{
  preview: PoolPreview;
  depth: number;
  plan: Plan | undefined;
  people: number;
}>;

const at = (counts: readonly number[], depth: number): number => counts[depth - 1] ?? 0;

/** What the depth comes to, in pairs and in people's time. */
function PoolFacts({ preview, depth, plan, people }: PoolFactsProps) {
  const textless = at(preview.n_textless, depth);
  const nTopics = at(preview.n_topics, depth);
  const without = preview.n_topics_drawn - nTopics;
  return (
    <>
      <dl className={cx(parts.facts, poolFacts.facts)} aria-live="polite">
        <div>
          <dt>Pairs to judge</dt>
          <dd data-testid="n-pairs">{formatCount(at(preview.n_pairs, depth))}</dd>
          <dd className={poolFacts.aside}>{formatPerTopic(preview, depth)}</dd>
        </div>
        {plan !== undefined && (
          <>
            <div>
              <dt>Judgments</dt>
              <dd data-testid="n-judgments">{formatCount(plan.work.total)}</dd>
              <dd className={poolFacts.aside}>
                {plan.work.total > plan.work.regular
                  ? `${formatCount(plan.work.regular)} of regular pairs`
                  : `of ${counted(nTopics, 'topic')}`}
              </dd>
            </div>
            <div>
              <dt>Total time</dt>
              <dd>about {formatHours(plan.work.hours)}</dd>
              <dd className={poolFacts.aside}>
                about {formatHours(plan.work.hours_each)} for each of {formatCount(people)}
              </dd>
            </div>
          </>
        )}
      </dl>
      {textless > 0 && (
        <p className={textStyles.soft}>
          {counted(textless, 'pair')} {textless === 1 ? 'drops' : 'drop'} out: the passage has no
          text to show.
        </p>
      )}
      {without > 0 && (
        <p className={textStyles.soft}>
          {counted(without, 'topic')} {without === 1 ? 'has' : 'have'} no pair at this depth.
        </p>
      )}
    </>
  );
}

/** Where the seconds a judgment come from, so that nobody takes them for more than they are. */
function describeTime(
  { source: by, n, seconds, mean_characters: length }: JudgingTime,
  own: number | null,
): string {
  const estimate = `${Math.max(1, Math.round(seconds))} s`;
  const begins = own === null ? '' : `Your own value. The estimate is ${estimate}: `;
  const source =
    by === 'judged'
      ? `the median of ${counted(n, 'judgment')} made here.`
      : by === 'length'
        ? `reading a passage of ${formatCount(Math.round(length ?? 0))} characters, the mean of ` +
          `${formatCount(n)} of them, at the usual speed, and a few seconds to decide.`
        : 'a guess, because no passage has a text.';
  return begins === '' ? source.charAt(0).toUpperCase() + source.slice(1) : begins + source;
}

type CostFormProps = Pick<StepProps, 'draft' | 'change'> & Readonly<{ time: JudgingTime }>;

/** What the cost is reckoned from. */
function CostForm({ draft, change, time }: CostFormProps) {
  return (
    <section>
      <h3>Cost</h3>
      <div className={fields.row}>
        <NumberField
          label="Judgments per pair"
          value={draft.perPair}
          min={1}
          max={100}
          onChange={(perPair) => change({ perPair })}
        />
        <NumberField
          label="Assessors"
          value={draft.people}
          min={1}
          max={10_000}
          onChange={(people) => change({ people })}
        />
        <NumberField
          label="Seconds per judgment"
          value={secondsOf(draft.seconds, time)}
          min={1}
          max={3600}
          onChange={(seconds) => change({ seconds })}
          onEmpty={() => change({ seconds: null })}
        />
      </div>
      <p className={textStyles.note}>{describeTime(time, draft.seconds)}</p>
      {draft.people < draft.perPair && (
        <p className={textStyles.warn}>
          {counted(draft.perPair, 'judgment')} of a pair come from as many people; with{' '}
          {draft.people} the campaign cannot be finished.
        </p>
      )}
    </section>
  );
}

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
                <span className={textStyles.number}>
                  {formatCount(n)} <small className={textStyles.soft}>{formatShare(share)}</small>
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

const isOfSample = (field: string): boolean => field.startsWith('sample.');

type Props = Readonly<{ depth: number; deepest: number; change: Change }>;

function DepthControl({ depth, deepest, change }: Props) {
  const set = (value: number): void => change({ depth: value });
  return (
    <div className={depthControl.depth}>
      <NumberField label="Depth" value={depth} min={1} max={deepest} onChange={set} />
      <input
        type="range"
        aria-label="Depth (slider)"
        min={1}
        max={deepest}
        value={depth}
        onChange={(event) => set(Number(event.target.value))}
      />
      <span className={textStyles.note}>1 to {deepest}</span>
    </div>
  );
}

/** Judge only what is new: what labels have already is not judged again. */
function WithoutLabels({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const names = useFittingLabels(draft).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <section>
      <h3>Only new pairs</h3>
      <p className={textStyles.soft}>
        Pairs with these labels are left out; the new labels can be combined with them later.
      </p>
      <MultiField
        label="Skip pairs already labelled in"
        options={names}
        value={draft.withoutLabels}
        onChange={(withoutLabels) => change({ withoutLabels })}
      />
    </section>
  );
}

/** Why nothing can be counted at all, with the way to what can be changed. */
function NotCounted({ planned: { trouble, failure, retry } }: Pick<StepProps, 'planned'>) {
  if (failure !== null) return null;
  if (trouble === null) return <Waiting label="Counting the pool at every depth" />;
  return (
    <>
      <h3>The pool cannot be counted</h3>
      <ErrorMessage>{trouble}</ErrorMessage>
      <p className={buttons.actions}>
        <Link to="?step=runs">Change the runs</Link>
        <Button look="flush" onClick={retry}>
          Try again
        </Button>
      </p>
    </>
  );
}

/** How deep to pool, and what that comes to; only other runs or topics count the pool again. */
export function PoolStep({ draft, change, planned }: StepProps) {
  const { preview, plan, fields: troubles, trouble, isBehind } = planned;
  if (preview === undefined)
    return (
      <>
        <NotCounted planned={planned} />
        <WithoutLabels draft={draft} change={change} />
      </>
    );
  const depth = depthOf(draft, preview.depth);
  const isElsewhere = trouble !== null && !Object.keys(troubles).some(isOfSample);
  return (
    <div className={styles.step} aria-busy={isBehind || trouble !== null}>
      {isElsewhere && <NotCounted planned={planned} />}
      <section>
        <h3>How deep</h3>
        <p className={textStyles.soft}>
          The top passages of each run and topic are judged; together they form the pool.
        </p>
        <DepthControl depth={depth} deepest={preview.depth} change={change} />
        <PoolFacts preview={preview} depth={depth} plan={plan} people={draft.people} />
        <QuotaWarning draft={draft} plan={plan} />
        <div className={styles.pictures}>
          <SizeCurve preview={preview} depth={depth} />
          <OverlapBars preview={preview} depth={depth} />
        </div>
      </section>
      <CostForm draft={draft} change={change} time={preview.time} />
      <SampleForm
        draft={draft}
        change={change}
        nTopics={preview.n_topics_drawn}
        troubles={troubles}
      />
      <WithoutLabels draft={draft} change={change} />
    </div>
  );
}
