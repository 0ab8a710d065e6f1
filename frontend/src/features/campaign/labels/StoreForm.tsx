import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DerivedLabels } from '@/api/types';
import { post } from '@/api/calls';
import { ofKinds } from '@/api/kinds';
import { keyOf } from '@/api/read';
import { derivationOf } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { Form } from '@/shared/ui/forms/Form';
import { sentence } from '@/shared/requests/errors';
import { TextField } from '@/shared/ui/fields/TextField';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/labels/derive.module.css';

type Props = Readonly<{
  campaignId: number;
  suggested: string;
  choice: Choice;
  /** Whether labels would come out. */
  isPossible: boolean;
  onMade: (made: DerivedLabels) => void;
}>;

/** Names the labels and makes them. */
export function StoreForm({ campaignId, suggested, choice, isPossible, onMade }: Props) {
  const [name, setName] = useState(suggested);
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      post(
        '/api/campaigns/{campaign_id}/labels',
        { campaign_id: campaignId },
        { name: name.trim(), ...derivationOf(choice) },
      ),
    onSuccess: async (made) => {
      const ofCampaign = keyOf('/api/campaigns/{campaign_id}/labels', { campaign_id: campaignId });
      await Promise.all(
        [{ queryKey: ofCampaign }, ofKinds('labels')].map((one) => client.invalidateQueries(one)),
      );
      onMade(made);
    },
  });

  return (
    <Form className={styles.store} onSubmit={() => mutate()}>
      <TextField
        label="Name of the label set"
        value={name}
        onChange={setName}
        trouble={error === null ? null : sentence(error)}
        required
      />
      <button type="submit" className={buttons.primary} disabled={!isPossible || isPending}>
        {isPending ? 'Making…' : 'Make the label set'}
      </button>
    </Form>
  );
}
