import { useState } from 'react';
import { post } from '@/api/calls';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { useChange } from '@/features/campaign/api/change';
import { counted } from '@/shared/format/numbers';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

type Props = Readonly<{ campaignId: number; drawsTopics: boolean }>;

export function DrawPilotForm({ campaignId, drawsTopics }: Props) {
  const [n, setN] = useState('20');
  const { mutate, data, error, isPending } = useChange(campaignId, () =>
    post('/api/campaigns/{campaign_id}/pilot', { campaign_id: campaignId }, { n: Number(n) }),
  );

  return (
    <Form onSubmit={() => mutate()}>
      <div className={forms.row}>
        <TextField
          label="Pairs to draw"
          hint={
            drawsTopics
              ? 'Whole topics are drawn, as assessors get them, until they hold at least as many pairs.'
              : 'Single pairs are drawn at random.'
          }
          width="number"
          type="number"
          min={1}
          required
          value={n}
          onChange={setN}
        />
        <Button type="submit" look="second" disabled={isPending}>
          Draw
        </Button>
      </div>
      <p className={text.soft}>
        Pairs that somebody has judged are not drawn. A pair that is drawn stays in the pilot.
      </p>
      <ErrorText error={error} />
      {data !== undefined && (
        <p role="status">
          Drawn: {counted(data.n_pairs, 'pair')} of {counted(data.n_topics, 'topic')}.
        </p>
      )}
    </Form>
  );
}
