import { useState } from 'react';
import { post } from '@/api/calls';
import type { Body } from '@/api/calls';
import { useRead } from '@/api/read';
import { useChange } from '@/features/campaign/api/change';
import { formatCount } from '@/shared/format/numbers';
import { Form } from '@/shared/ui/forms/Form';
import { sentence } from '@/shared/requests/errors';
import { formatMoment } from '@/shared/format/time';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

const MOST = 2000;

type Props = Readonly<{
  campaignId: number;
  /** To whom; null is everybody. */
  assessor: string | null;
}>;

/** A message to one assessor or all, and those that were sent before. */
export function MessageSection({ campaignId, assessor }: Props) {
  const [body, setBody] = useState('');
  const { mutate, error, isPending } = useChange(
    campaignId,
    (message: Body<'/api/campaigns/{campaign_id}/messages'>) =>
      post('/api/campaigns/{campaign_id}/messages', { campaign_id: campaignId }, message),
    () => setBody(''),
  );
  const { data = [], error: trouble } = useRead('/api/campaigns/{campaign_id}/messages', {
    campaign_id: campaignId,
  });
  const Heading = assessor === null ? 'h2' : 'h3';
  const sent = assessor === null ? data : data.filter((one) => one.assessor === assessor);

  return (
    <section aria-labelledby="messages">
      <Heading id="messages">
        {assessor === null ? 'Message to all' : `Message to ${assessor}`}
      </Heading>
      <Form
        className={forms.stack}
        onSubmit={() => mutate({ text: body.trim(), recipient: assessor })}
      >
        <AreaField
          label="Message"
          hint="The judging page shows it with the next passage, until it is dismissed; Your data keeps it. Plain text: no Markdown, and links are not clickable."
          trouble={error === null ? null : sentence(error)}
          rows={3}
          maxLength={MOST}
          required
          value={body}
          onChange={setBody}
        />
        <p className={buttons.actions}>
          <Button type="submit" look="primary" disabled={isPending || body.trim() === ''}>
            Send the message
          </Button>
        </p>
      </Form>
      {trouble !== null && (
        <p role="alert" className={text.wrong}>
          Earlier messages cannot be shown now: {sentence(trouble)}
        </p>
      )}
      {sent.length > 0 && (
        <ul aria-label="Sent messages">
          {sent.map((one) => (
            <li key={one.id}>
              {one.text}{' '}
              <small className={text.soft}>
                to {one.assessor ?? 'all'}, {formatMoment(one.sent_at)}; read by{' '}
                {formatCount(one.n_seen)} of {formatCount(one.n_recipients)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
