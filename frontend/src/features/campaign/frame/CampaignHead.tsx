import { useState } from 'react';
import type { CampaignOverview, CampaignState } from '@/api/types';
import { useLaunch } from '@/features/campaign/api/launch';
import { StateDialog } from '@/features/campaign/frame/StateDialog';
import { nextSteps, sumsOf, waitingFor } from '@/features/campaign/frame/stateTexts';
import type { Step } from '@/features/campaign/frame/stateTexts';
import { counted } from '@/shared/format/numbers';
import { stateName } from '@/shared/judging/stateNames';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { StaleNote } from '@/shared/ui/requests/StaleNote';
import styles from '@/features/campaign/frame/CampaignHead.module.css';
import stateActions from '@/features/campaign/frame/StateActions.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** What is at rest is waited for; what runs is best left alone, and what is over too. */
const RESTING: readonly CampaignState[] = ['draft', 'pilot', 'paused'];

/** Where the campaign may go next; each asks once more and says what happens. */
function StateActions({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const [chosen, setChosen] = useState<Step | null>(null);
  const { data: launch } = useLaunch(campaign.id, 'open', campaign.state === 'pilot');
  const isPiloted = launch?.checks.find(({ code }) => code === 'pilot')?.is_met ?? false;
  return (
    <div
      className={cx(buttons.actions, stateActions.actions)}
      role="group"
      aria-label="State of the campaign"
    >
      {nextSteps(campaign, isPiloted).map((step) => (
        <button
          key={step.state}
          type="button"
          className={
            step.isMain && RESTING.includes(campaign.state) ? buttons.primary : buttons.second
          }
          onClick={() => setChosen(step)}
        >
          {step.verb}…
        </button>
      ))}
      {chosen !== null && (
        <StateDialog campaign={campaign} step={chosen} onClose={() => setChosen(null)} />
      )}
    </div>
  );
}

/** One line: what the campaign waits for, or what a draft lacks before it opens. */
function WaitingFor({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const isDraft = campaign.state === 'draft';
  const { data: launch } = useLaunch(campaign.id, 'open', isDraft);
  if (!isDraft || launch === undefined) return <p className={text.soft}>{waitingFor(campaign)}</p>;
  const unmet = launch.checks.filter(({ is_met }) => !is_met);
  const nMissing = unmet.filter(({ severity }) => severity === 'must').length;
  const link = (text: string) => <Link to={`/campaigns/${campaign.id}/launch`}>{text}</Link>;
  if (nMissing > 0) {
    return (
      <p className={text.soft}>
        Not open yet: {link(`${counted(nMissing, 'item')} required first`)}.
      </p>
    );
  }
  return (
    <p className={text.soft}>
      Ready to open
      {unmet.length > 0 && <>; {link(`${counted(unmet.length, 'item')} to check first`)}</>}.
    </p>
  );
}

type Props = Readonly<{ campaign: CampaignOverview; error: unknown }>;

export function CampaignHead({ campaign, error }: Props) {
  const { name, state, is_simulated: isSimulated } = campaign;
  const sums = sumsOf(campaign);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className={text.whole}>
          {name} <Tag tone={state === 'open' ? 'open' : undefined}>{stateName(state)}</Tag>{' '}
          {isSimulated && <Tag tone="simulated">simulated assessors</Tag>}
        </h1>
        <WaitingFor campaign={campaign} />
        {sums !== '' && <p className={text.softNumber}>{sums}</p>}
        <StaleNote error={error} />
      </div>
      <StateActions campaign={campaign} />
    </header>
  );
}
