import { useState } from 'react';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import type { CampaignOverview } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { useLaunch } from '@/features/campaign/api/launch';
import { CheckList } from '@/features/campaign/frame/CheckList';
import { stepQuestion, whatHappens } from '@/features/campaign/frame/stateTexts';
import type { Step } from '@/features/campaign/frame/stateTexts';
import { isOver } from '@/shared/judging/stateNames';
import { TextField } from '@/shared/ui/fields/TextField';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';

type Props = Readonly<{ campaign: CampaignOverview; step: Step; onClose: () => void }>;

/** Asks once more before a campaign changes its state, and says what happens then. */
export function StateDialog({ campaign: { id, name, state }, step, onClose }: Props) {
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
