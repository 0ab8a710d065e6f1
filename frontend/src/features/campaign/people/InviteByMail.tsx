import { useState } from 'react';
import { post } from '@/api/calls';
import type { SentInvitation } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { JoiningFields } from '@/features/campaign/people/JoiningFields';
import type { Props, Role } from '@/features/campaign/people/JoiningFields';
import { addressesIn } from '@/features/campaign/people/addresses';
import { counted } from '@/shared/format/numbers';
import { asApiError } from '@/shared/requests/errors';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Form } from '@/shared/ui/forms/Form';
import entries from '@/features/campaign/kit/entries.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/people/InviteForm.module.css';

/** Sent invitations, and the links of those whose e-mail was not sent. */
function Outcome({ sent }: Readonly<{ sent: readonly SentInvitation[] }>) {
  const failed = sent.filter(({ trouble }) => trouble !== null);
  const taken = sent.filter(({ trouble }) => trouble === null);
  return (
    <div role="status">
      {taken.length > 0 && <p>Sent to {taken.map(({ address }) => address).join(', ')}.</p>}
      {failed.length > 0 && (
        <div className={parts.made}>
          <p>
            <b>{counted(failed.length, 'e-mail')} could not be sent.</b> The{' '}
            {failed.length === 1 ? 'link is' : 'links are'} valid and shown this once: pass{' '}
            {failed.length === 1 ? 'it' : 'them'} on yourself.
          </p>
          <ul role="list" className={entries.entries}>
            {failed.map(({ id, address, token, trouble }) => (
              <li key={id}>
                <span>
                  <code>{`${window.location.origin}/join#${token}`}</code>
                  <small className={text.soft}>
                    For {address}: {trouble}
                  </small>
                </span>
                <CopyButton
                  text={`${window.location.origin}/join#${token}`}
                  label={`the invitation link for ${address}`}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** Sends each address an invitation for one person. */
export function InviteByMail({ campaignId, hasEnded }: Props) {
  const [written, setWritten] = useState('');
  const [days, setDays] = useState('14');
  const [role, setRole] = useState<Role>(hasEnded ? 'adjudicator' : 'assessor');
  const [sent, setSent] = useState<readonly SentInvitation[]>([]);
  const addresses = addressesIn(written);
  const { mutate, error, isPending } = useChange(campaignId, async () => {
    setSent([]);
    const answer = await post(
      '/api/campaigns/{campaign_id}/invitations/mail',
      { campaign_id: campaignId },
      { addresses, role, days: Number(days) },
    );
    setSent(answer);
    setWritten('');
  });
  const fields = error === null ? {} : asApiError(error).fields;
  const troubleOf = (name: string): string | null =>
    Object.entries(fields).find(([field]) => field.startsWith(name))?.[1] ?? null;
  return (
    <Form onSubmit={() => mutate(undefined)} className={styles.form}>
      <AreaField
        label="E-mail addresses"
        hint="One on each line, or separated by commas. Each gets a link that works once."
        rows={4}
        required
        value={written}
        onChange={setWritten}
        trouble={troubleOf('addresses')}
      />
      <JoiningFields
        hasEnded={hasEnded}
        role={role}
        onRole={setRole}
        days={days}
        onDays={setDays}
        daysTrouble={troubleOf('days')}
      >
        <Button type="submit" look="primary" disabled={isPending || addresses.length === 0}>
          {addresses.length < 2 ? 'Send' : `Send ${addresses.length} invitations`}
        </Button>
      </JoiningFields>
      {error !== null && Object.keys(fields).length === 0 && <ErrorMessage error={error} />}
      <Outcome sent={sent} />
    </Form>
  );
}
