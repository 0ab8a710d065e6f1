import { useState } from 'react';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import type { CampaignOverview, CampaignState } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { useLaunch } from '@/features/campaign/api/launch';
import {
  nextSteps,
  stepQuestion,
  sumsOf,
  waitingFor,
  whatHappens,
} from '@/features/campaign/frame/stateTexts';
import type { Step } from '@/features/campaign/frame/stateTexts';
import { CheckList } from '@/features/campaign/launch/CheckList';
import { counted } from '@/shared/format/numbers';
import { isOver, stateName } from '@/shared/judging/stateNames';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { TextField } from '@/shared/ui/fields/TextField';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { StaleNote } from '@/shared/ui/requests/StaleNote';
import styles from '@/features/campaign/frame/CampaignHead.module.css';
import stateActions from '@/features/campaign/frame/StateActions.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type StateDialogProps = Readonly<{ campaign: CampaignOverview; step: Step; onClose: () => void }>;

export function StateDialog({ campaign: { id, name, state }, step, onClose }: StateDialogProps) {
  const [note, setNote] = useState('');
  const { data: launch, isFetchedAfterMount: isNew } = useLaunch(id, step.state);
  const { mutate, error, isPending } = useChange(
    id,
    (body: Body<'/api/campaigns/{campaign_id}/state'>) =>
      post('/api/campaigns/{campaign_id}/state', { campaign_id: id }, body),
    onClose,
  );
  const unmet = launch?.checks.filter(({ is_met }) => !is_met) ?? [];
  const isMissing = unmet.some(({ severity }) => severity === 'must');
  return (
    <ConfirmDialog
      title={stepQuestion(step, name)}
      verb={step.verb}
      isFinal={isOver(step.state)}
      isPending={isPending}
      // An older list would move the button from under the pointer once the new one comes.
      isReady={isNew && launch !== undefined && !isMissing}
      error={error}
      onConfirm={() => mutate({ state: step.state, note })}
      onClose={onClose}
    >
      <p>{whatHappens(state, step.state)}</p>
      {unmet.length > 0 && (
        <>
          <p>{isMissing ? 'Required first:' : 'Check first:'}</p>
          <CheckList checks={unmet} onLeave={onClose} />
        </>
      )}
      <TextField
        label="Note for the log (optional)"
        width="full"
        value={note}
        maxLength={2000}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}

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
