import { useState } from 'react';
import { post } from '@/api/calls';
import type { InvitationRequest, Invitation } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useChange } from '@/features/campaign/api/change';
import { JoiningFields } from '@/features/campaign/people/JoiningFields';
import type { Props } from '@/features/campaign/people/JoiningFields';
import { TextField } from '@/shared/ui/fields/TextField';
import { counted } from '@/shared/format/numbers';
import { formatMoment } from '@/shared/format/time';
import { Button } from '@/shared/ui/forms/Button';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { Form } from '@/shared/ui/forms/Form';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/people/InviteForm.module.css';
import entries from '@/features/campaign/kit/entries.module.css';

type MadeLink = Pick<Invitation, 'id' | 'role' | 'max_uses' | 'created_at'> &
  Readonly<{ token: string }>;

/** The links made on this page, the newest first; once it is left, nobody can show them again. */
function MadeLinks({ links }: Readonly<{ links: readonly MadeLink[] }>) {
  return (
    <div role="status">
      {links.length > 0 && (
        <div className={parts.made}>
          <p>
            <b>{links.length === 1 ? 'This link is' : 'These links are'} shown this once,</b> until
            you leave this page. Copy {links.length === 1 ? 'it' : 'them'} now and send{' '}
            {links.length === 1 ? 'it' : 'them'} to those you invite.
          </p>
          <ul role="list" className={entries.entries}>
            {links.map((link) => (
              <Row key={link.id} link={link} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Row({ link }: Readonly<{ link: MadeLink }>) {
  const address = `${window.location.origin}/join#${link.token}`;
  const made = formatMoment(link.created_at);
  return (
    <li>
      <span>
        <code>{address}</code>
        <small className={text.soft}>
          For {counted(link.max_uses, 'person', 'people')}, as {link.role}; made at {made}
        </small>
      </span>
      <CopyButton text={address} label={`the invitation link made at ${made}`} />
    </li>
  );
}

const WHAT_THEY_DO: Readonly<Record<MadeLink['role'], string>> = {
  assessor: 'Assessors judge pairs.',
  adjudicator: 'Adjudicators decide on pairs where assessors disagree.',
};

/** Makes links. They are shown this once: the server keeps no more than their fingerprints. */
export function InviteForm({ campaignId, hasEnded }: Props) {
  const [nPeople, setNPeople] = useState('1');
  const [days, setDays] = useState('14');
  const [role, setRole] = useState<MadeLink['role']>(hasEnded ? 'adjudicator' : 'assessor');
  const [made, setMade] = useState<readonly MadeLink[]>([]);
  const { mutate, error, isPending } = useChange(campaignId, async (body: InvitationRequest) => {
    // The link is shown at once and only once: the list is read again after.
    const link = await post(
      '/api/campaigns/{campaign_id}/invitations',
      { campaign_id: campaignId },
      body,
    );
    setMade((before) => [link, ...before]);
  });

  return (
    <Form
      onSubmit={() => mutate({ role, max_uses: Number(nPeople), days: Number(days) })}
      className={styles.form}
    >
      <p className={text.soft}>
        Anyone who opens the link creates an account, or uses an existing one, and joins under a
        pseudonym. {WHAT_THEY_DO[role]}
      </p>
      <JoiningFields
        hasEnded={hasEnded}
        role={role}
        onRole={setRole}
        days={days}
        onDays={setDays}
        before={
          <TextField
            label="How many people"
            width="number"
            type="number"
            min={1}
            max={10_000}
            required
            value={nPeople}
            onChange={setNPeople}
          />
        }
      >
        <Button type="submit" look="primary" disabled={isPending}>
          Make a link
        </Button>
      </JoiningFields>
      <ErrorMessage error={error} />
      <MadeLinks links={made} />
    </Form>
  );
}
