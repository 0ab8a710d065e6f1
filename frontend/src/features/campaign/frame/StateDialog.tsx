import { useState } from 'react';
import type { CampaignOverview } from '@/api/types';
import { post } from '@/api/calls';
import { useChange } from '@/features/campaign/api/change';
import { useLaunch } from '@/features/campaign/api/launch';
import { CheckList } from '@/features/campaign/launch/CheckList';
import { whatHappens } from '@/features/campaign/frame/stateTexts';
import { isOver } from '@/shared/judging/stateNames';
import type { Step } from '@/features/campaign/frame/stateTexts';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { TextField } from '@/shared/ui/fields/TextField';

type Props = Readonly<{ campaign: CampaignOverview; step: Step; onClose: () => void }>;

export function StateDialog({ campaign: { id, name, state }, step, onClose }: Props) {
  const [note, setNote] = useState('');
  const { data: launch } = useLaunch(id, step.state);
  const { mutate, error, isPending } = useChange(
    id,
    () =>
      post('/api/campaigns/{campaign_id}/state', { campaign_id: id }, { state: step.state, note }),
    onClose,
  );
  const unmet = launch?.checks.filter(({ is_met }) => !is_met) ?? [];
  const isMissing = unmet.some(({ severity }) => severity === 'must');
  return (
    <ConfirmDialog
      title={`${step.verb} ${name}?`}
      verb={step.verb}
      isFinal={isOver(step.state)}
      isPending={isPending}
      isReady={launch !== undefined && !isMissing}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>{whatHappens(state, step.state)}</p>
      {unmet.length > 0 && (
        <>
          <p>{isMissing ? 'Required first:' : 'Before you do:'}</p>
          <CheckList checks={unmet} onLeave={onClose} />
        </>
      )}
      <TextField
        label="Note for the log, if there is one"
        width="full"
        value={note}
        maxLength={2000}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}
