import type { DesignPreview, PoolPreview } from '@/api/types';
import { ActiveFacts } from '@/features/campaign/setup/active/ActiveFacts';
import { ActiveSection } from '@/features/campaign/setup/active/ActiveSection';
import { WithoutRuns } from '@/features/campaign/setup/pool/WithoutRuns';
import { DesignSection } from '@/features/campaign/setup/design/DesignSection';
import { PoolChoice } from '@/features/campaign/setup/design/PoolChoice';
import { fromRuns } from '@/features/campaign/setup/draft/active';
import { canDraw, numberOf, TOO_FEW } from '@/features/campaign/setup/draft/design';
import type { Way } from '@/features/campaign/setup/draft/draft';
import { depthOf } from '@/features/campaign/setup/draft/request';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useDesign } from '@/features/campaign/setup/draft/useDesign';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import { CostForm } from '@/features/campaign/setup/pool/CostForm';
import { OverlapBars } from '@/features/campaign/setup/pool/OverlapBars';
import { DrawFacts, PoolFacts } from '@/features/campaign/setup/pool/PoolFacts';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { SampleForm } from '@/features/campaign/setup/pool/SampleForm';
import { SizeCurve } from '@/features/campaign/setup/pool/SizeCurve';
import { useFittingLabels } from '@/features/campaign/setup/draft/useFittingLabels';
import { withoutSamples } from '@/shared/labels/estimated';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import slider from '@/features/campaign/setup/design/slider.module.css';
import styles from '@/features/campaign/setup/pool/PoolStep.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import textStyles from '@/shared/styles/text.module.css';

const isOfSample = (field: string): boolean => field.startsWith('sample.');

type Props = Readonly<{ depth: number; deepest: number; change: Change }>;

function DepthControl({ depth, deepest, change }: Props) {
  const set = (value: number): void => change({ depth: value });
  return (
    <div className={slider.slider}>
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
  const labels = useFittingLabels(draft);
  if (labels.length === 0) return null;
  const isAny = withoutSamples(labels).length < labels.length;
  return (
    <section>
      <h3>Only new pairs</h3>
      <p className={textStyles.soft}>
        Pairs with these labels are left out; the new labels can be combined with them later
        {isAny && ', unless they are a sample'}.
      </p>
      <MultiField
        label="Skip pairs already labelled in"
        options={labels.map(({ name }) => name)}
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

type PartProps = Pick<StepProps, 'draft' | 'change' | 'planned'> &
  Readonly<{ preview: PoolPreview; depth: number }>;

/** How much is judged, for the way that is chosen. */
function WhatItComesTo({ draft, planned, preview, depth, found }: FactsProps) {
  const work = { plan: planned.plan, people: draft.people };
  if (draft.way === 'pool') return <PoolFacts preview={preview} depth={depth} {...work} />;
  if (draft.way === 'active') {
    return <ActiveFacts draft={draft} from={fromRuns(preview, depth)} time={preview.time} />;
  }
  if (found === undefined) return null;
  return <DrawFacts n={numberOf(draft.design, found)} nInAll={found.n_frame} {...work} />;
}

type FactsProps = PartProps & Readonly<{ found: DesignPreview | undefined }>;

const POOLED = 'The top passages of each run and topic can be judged; together they form the pool.';
const CHOSEN_FROM =
  'Pairs are chosen among the top passages of each run and topic, down to this rank.';
const DEPTH_OF: Readonly<Record<Way, string>> = {
  pool: POOLED,
  design: POOLED,
  active: CHOSEN_FROM,
};

/** How deep, and whether all of it is judged or a draw. */
function HowMuch(props: PartProps) {
  const { draft, change, planned, preview, depth } = props;
  const { found, isCurrent, error } = useDesign(draft, preview, true);
  const drawable = error === null && found !== undefined && canDraw(found) ? found : undefined;
  const busy = { className: styles.drawn, 'aria-busy': found !== undefined && !isCurrent };
  const tooFew = found !== undefined && !canDraw(found) ? TOO_FEW : null;
  const trouble = error === null ? tooFew : sentence(error);
  const choice = { draft, change, preview, trouble };
  return (
    <>
      <section>
        <h3>How deep</h3>
        <p className={textStyles.soft}>{DEPTH_OF[draft.way]}</p>
        <DepthControl depth={depth} deepest={preview.depth} change={change} />
      </section>
      <section>
        <h3>Which pairs</h3>
        <div {...busy}>
          <PoolChoice {...choice} found={drawable} />
        </div>
        <div className={styles.counted}>
          <WhatItComesTo {...props} found={drawable} />
          <QuotaWarning draft={draft} plan={planned.plan} />
          {draft.way === 'pool' && (
            <div className={styles.pictures}>
              <SizeCurve preview={preview} depth={depth} />
              <OverlapBars preview={preview} depth={depth} />
            </div>
          )}
        </div>
      </section>
      {draft.way === 'design' && (
        <div {...busy}>
          <DesignSection
            draft={draft}
            change={change}
            found={found}
            isFailed={error !== null}
            troubles={planned.fields}
          />
        </div>
      )}
    </>
  );
}

/** What is judged, and what that comes to; only other runs or topics count the pool again. */
export function PoolStep(props: StepProps) {
  const { draft, change, planned } = props;
  const { preview, fields: troubles, trouble, isBehind } = planned;
  if (draft.runs.length === 0) return <WithoutRuns {...props} />;
  if (preview === undefined)
    return (
      <>
        <NotCounted planned={planned} />
        {draft.way === 'pool' && <WithoutLabels draft={draft} change={change} />}
      </>
    );
  const depth = depthOf(draft, preview.depth);
  const isElsewhere = trouble !== null && !Object.keys(troubles).some(isOfSample);
  return (
    <div className={styles.step} aria-busy={isBehind || trouble !== null}>
      {isElsewhere && <NotCounted planned={planned} />}
      <HowMuch draft={draft} change={change} planned={planned} preview={preview} depth={depth} />
      {draft.way === 'active' && <ActiveSection draft={draft} change={change} />}
      <CostForm draft={draft} change={change} time={preview.time} />
      {draft.way !== 'design' && (
        <SampleForm
          draft={draft}
          change={change}
          nTopics={preview.n_topics_drawn}
          troubles={troubles}
        />
      )}
      {draft.way === 'pool' && <WithoutLabels draft={draft} change={change} />}
    </div>
  );
}
