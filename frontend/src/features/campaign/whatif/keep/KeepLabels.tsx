import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/keyOf';
import type { CampaignLabels } from '@/api/types';
import { suggestName } from '@/features/campaign/labels/choice';
import { policyOf, printState } from '@/features/campaign/whatif/state/state';
import type { State } from '@/features/campaign/whatif/state/state';
import { describePolicy } from '@/shared/labels/describePolicy';
import { Link } from '@/shared/routing/Link';
import { labelsPath, underLabelsPath } from '@/shared/routing/paths';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import styles from '@/features/campaign/whatif/keep/keep.module.css';

type StateProps = Readonly<{ campaignId: number; labels: CampaignLabels; state: State }>;
type Props = StateProps & Readonly<{ isDisabled: boolean }>;
type DialogProps = StateProps &
  Readonly<{ onMade: (name: string, of: State) => void; onClose: () => void }>;

function KeepDialog({ campaignId, labels, state, onMade, onClose }: DialogProps) {
  const taken = [...labels.label_sets.map(({ name }) => name), ...labels.topic_labels];
  const [name, setName] = useState(() => suggestName(labels.name, state.choice, taken));
  const client = useQueryClient();
  const policy = policyOf(state);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: Body<'/api/campaigns/{campaign_id}/labels'>) =>
      post('/api/campaigns/{campaign_id}/labels', { campaign_id: campaignId }, body),
    onSuccess: async (made) => {
      const ofCampaign = keyOf('/api/campaigns/{campaign_id}/labels', { campaign_id: campaignId });
      await Promise.all(
        [{ queryKey: ofCampaign }, ofKinds('labels')].map((one) => client.invalidateQueries(one)),
      );
      onMade(made.name, state);
    },
  });
  return (
    <ConfirmDialog
      title="Keep these labels as a label set"
      verb="Keep"
      isPending={isPending}
      isReady={name.trim() !== ''}
      error={error}
      onConfirm={() => mutate({ name: name.trim(), ...policy })}
      onClose={onClose}
    >
      <p>A label set never changes once made: {describePolicy(policy)}.</p>
      <TextField label="Name of the label set" width="full" value={name} onChange={setName} />
    </ConfirmDialog>
  );
}

/** A label set that was kept, and the state that it is of. */
type Made = Readonly<{ name: string; of: State }>;

/** Freezes the labels of the state under a name. */
export function KeepLabels({ isDisabled, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const { state } = props;
  const isOfState = made !== null && printState(made.of) === printState(state);
  return (
    <div className={styles.keep}>
      <Button look="primary" disabled={isDisabled} onClick={() => setOpen(true)}>
        Keep as a label set
      </Button>
      <div role="status">
        {isOfState && (
          <p>
            Kept as <Link to={labelsPath(made.name)}>{made.name}</Link>.{' '}
            <Link to={underLabelsPath(made.name, made.of.runs, made.of.measure)}>
              Compare the runs under it
            </Link>
            .
          </p>
        )}
      </div>
      {isOpen && (
        <KeepDialog
          {...props}
          onMade={(name, of) => {
            setMade({ name, of });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
