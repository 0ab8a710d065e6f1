import { useEffect, useRef, useState } from 'react';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { missing, stepOf, STEPS } from '@/features/campaign/setup/draft/steps';
import type { StepId } from '@/features/campaign/setup/draft/steps';
import { useNewCampaign } from '@/features/campaign/setup/draft/useNewCampaign';
import { usePlanned } from '@/features/campaign/setup/draft/usePlanned';
import type { Planned } from '@/features/campaign/setup/draft/usePlanned';
import { PoolStep } from '@/features/campaign/setup/pool/PoolStep';
import { GuidelineStep } from '@/features/campaign/setup/review/GuidelineStep';
import { ReviewStep } from '@/features/campaign/setup/review/ReviewStep';
import { RunsStep } from '@/features/campaign/setup/runs/RunsStep';
import { ScaleStep } from '@/features/campaign/setup/scale/ScaleStep';
import { Link } from '@/shared/routing/Link';
import { useSearchParams } from '@/shared/routing/location';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/setup/page/NewCampaign.module.css';
import stepList from '@/features/campaign/setup/page/StepList.module.css';
import footerStyles from '@/features/campaign/setup/review/footer.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type FooterProps = Readonly<{ step: StepId; draft: Draft; planned: Planned }>;

/** Where the reader can mend what keeps the next step closed. */
function leadToTrouble(): void {
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
}

function StepFooter({ step, draft, planned }: FooterProps) {
  const index = STEPS.findIndex(({ id }) => id === step);
  const before = STEPS[index - 1];
  const next = STEPS[index + 1];
  const isBehind = step === 'pool' && planned.isBehind;
  const behind = planned.failure === null ? 'Counting the pool…' : 'Not counted yet.';
  const lacks = missing(draft, planned, step) ?? (isBehind ? behind : null);
  return (
    <div className={cx(buttons.actions, footerStyles.footer)}>
      {before !== undefined && (
        <Link to={`?step=${before.id}`} className={footerStyles.back}>
          Back to {before.title.toLowerCase()}
        </Link>
      )}
      {next !== undefined && lacks === null && (
        <Link to={`?step=${next.id}`} className={cx(buttons.primary, footerStyles.next)}>
          Next: {next.title.toLowerCase()}
        </Link>
      )}
      {next !== undefined && lacks !== null && (
        <button
          type="button"
          className={cx(buttons.primary, footerStyles.next)}
          aria-disabled
          aria-describedby="lacks"
          onClick={leadToTrouble}
        >
          Next: {next.title.toLowerCase()}
        </button>
      )}
      <span id="lacks" role="status" className={text.soft}>
        {lacks}
      </span>
    </div>
  );
}

/** Where one is; a step can be opened when all before it are done. */
function StepList({ step, draft, planned }: FooterProps) {
  const firstOpen = STEPS.findIndex(({ id }) => missing(draft, planned, id) !== null);
  const reachable = firstOpen === -1 ? STEPS.length : firstOpen;
  return (
    <nav aria-label="Steps">
      <ol role="list" className={stepList.steps}>
        {STEPS.map(({ id, title }, index) => (
          <li key={id}>
            {index <= reachable ? (
              <Link to={`?step=${id}`} aria-current={id === step ? 'step' : undefined}>
                {title}
              </Link>
            ) : (
              <span className={text.soft}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Discards what was entered, after a second click. */
function StartOver({ onStart }: Readonly<{ onStart: () => void }>) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button look="flush" onClick={() => setAsks(true)}>
        Start over
      </Button>
    );
  }
  return (
    <span>
      This discards what you entered; uploads stay.{' '}
      <Button look="flush" autoFocus onClick={onStart}>
        Start over
      </Button>{' '}
      <Button look="flush" onClick={() => setAsks(false)}>
        Keep it
      </Button>
    </span>
  );
}

const BODIES: Readonly<Record<StepId, (props: StepProps) => React.ReactNode>> = {
  runs: RunsStep,
  pool: PoolStep,
  scale: ScaleStep,
  guideline: GuidelineStep,
  review: ReviewStep,
};

/** A campaign in five steps, each with an address of its own; what was said survives a reload. */
export default function NewCampaignPage({ username }: Readonly<{ username: string }>) {
  const params = useSearchParams();
  const { draft, change, forget } = useNewCampaign(username, params);
  const planned = usePlanned(draft);
  const step = stepOf(params.get('step'), draft, planned);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const Body = BODIES[step];

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [step]);

  const title = STEPS.find(({ id }) => id === step)?.title ?? '';
  return (
    <div className={styles.page}>
      <title>{`${title} · New campaign · Regrade`}</title>
      <div className={parts.titleRow}>
        <h1>New campaign</h1>
        {draft.collection !== '' && <StartOver key={draft.collection} onStart={forget} />}
      </div>
      <StepList step={step} draft={draft} planned={planned} />
      <h2 ref={heading} tabIndex={-1} className={text.visuallyHidden}>
        {title}
      </h2>
      <Body draft={draft} change={change} planned={planned} forget={forget} />
      {planned.failure !== null && (
        <p role="status" className={text.warn}>
          {planned.failure}{' '}
          <Button look="flush" onClick={planned.retry}>
            Try again
          </Button>
        </p>
      )}
      {step !== 'review' && <StepFooter step={step} draft={draft} planned={planned} />}
    </div>
  );
}
