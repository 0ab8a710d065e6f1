import { useState } from 'react';
import { remove } from '@/api/calls';
import { useRead } from '@/api/read';
import type { Invitation } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatDay, formatMoment } from '@/shared/format/time';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import entries from '@/features/campaign/kit/entries.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

/** Why a link opens no more, or until when it does. */
export function lifeOf(invitation: Invitation, now = Date.now()): string {
  const { revoked_at: revokedAt, expires_at: expiresAt } = invitation;
  if (revokedAt !== null) return `revoked on ${formatDay(revokedAt)}`;
  if (new Date(expiresAt).getTime() <= now) return `ended on ${formatDay(expiresAt)}`;
  if (invitation.n_uses >= invitation.max_uses) return 'used up';
  return `valid until ${formatDay(expiresAt)}`;
}

export const isLive = (invitation: Invitation, now = Date.now()): boolean =>
  lifeOf(invitation, now).startsWith('valid');

const madeBy = ({ created_by: by }: Invitation): string => by ?? 'the command line';

type EntryProps = Readonly<{ invitation: Invitation; onRevoke: (() => void) | null }>;

function Entry({ invitation, onRevoke }: EntryProps) {
  const { role, n_uses: nUsed, max_uses: nUses, sent_to: sentTo } = invitation;
  return (
    <li>
      <span>
        {sentTo === ''
          ? `For ${counted(nUses, 'person', 'people')}, as ${role}: ${formatCount(nUsed)} joined, ${formatCount(nUses - nUsed)} may still join`
          : `For ${sentTo}, as ${role}: not joined yet`}
        <small className={text.soft}>
          {lifeOf(invitation)}; made on {formatDay(invitation.created_at)} at{' '}
          {formatMoment(invitation.created_at)} by {madeBy(invitation)}
        </small>
      </span>
      {onRevoke !== null && <Button onClick={onRevoke}>Revoke…</Button>}
    </li>
  );
}

/** Links that still open, each to be taken back; the others are folded away. */
export function InvitationList({ campaignId }: Readonly<{ campaignId: number }>) {
  const { data: invitations = [], error } = useRead('/api/campaigns/{campaign_id}/invitations', {
    campaign_id: campaignId,
  });
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const revoke = useChange(
    campaignId,
    ({ id }: Invitation) =>
      remove('/api/campaigns/{campaign_id}/invitations/{invitation_id}', {
        campaign_id: campaignId,
        invitation_id: id,
      }),
    () => setRevoking(null),
  );
  const live = invitations.filter((one) => isLive(one));
  const past = invitations.filter((one) => !isLive(one));
  return (
    <>
      <h3>Active links</h3>
      <ErrorMessage error={error} />
      {live.length === 0 && <p className={text.soft}>None.</p>}
      <ul role="list" className={entries.entries}>
        {live.map((one) => (
          <Entry key={one.id} invitation={one} onRevoke={() => setRevoking(one)} />
        ))}
      </ul>
      {past.length > 0 && (
        <details className={parts.fold}>
          <summary>{counted(past.length, 'earlier link')}</summary>
          <ul role="list" className={entries.entries}>
            {past.map((one) => (
              <Entry key={one.id} invitation={one} onRevoke={null} />
            ))}
          </ul>
        </details>
      )}
      {revoking !== null && (
        <ConfirmDialog
          title="Revoke this link?"
          verb="Revoke"
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoking)}
          onClose={() => setRevoking(null)}
        >
          <p>
            Nobody else can join with it. {counted(revoking.n_uses, 'person', 'people')} who joined
            by it {revoking.n_uses === 1 ? 'stays' : 'stay'}.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
