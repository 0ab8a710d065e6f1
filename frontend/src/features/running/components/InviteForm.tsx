import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import type { InvitationRequest } from '@/api/types';
import { invite } from '@/features/running/api/invite';
import { useChange } from '@/features/running/hooks/useChange';
import { sentence } from '@/shared/errors';
import { CopyButton } from '@/shared/ui/CopyButton';

type Props = Readonly<{ campaignId: number }>;

/** Makes a link. It is shown this once: the server keeps no more than its fingerprint. */
export function InviteForm({ campaignId }: Props) {
  const [role, setRole] = useState<NonNullable<InvitationRequest['role']>>('assessor');
  const [places, setPlaces] = useState('1');
  const [days, setDays] = useState('14');
  const { mutate, data, error, isPending } = useChange(campaignId, () =>
    invite(campaignId, { role, max_uses: Number(places), days: Number(days) }),
  );
  const address = data && `${window.location.origin}/join#${data.token}`;

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    mutate(undefined);
  }

  return (
    <form onSubmit={submit} className="stack">
      <p className="soft">
        Whoever opens the link makes an account, or uses theirs, and joins under a pseudonym.
      </p>
      <div className="inline-fields">
        <label className="field">
          <span>To join as</span>
          <select value={role} onChange={(e) => setRole(e.target.value as typeof role)}>
            <option value="assessor">assessor</option>
            <option value="adjudicator">adjudicator</option>
          </select>
        </label>
        <label className="field">
          <span>Places</span>
          <input
            type="number"
            min={1}
            max={10_000}
            required
            value={places}
            onChange={(e) => setPlaces(e.target.value)}
          />
        </label>
        <label className="field">
          <span>Days it stands</span>
          <input
            type="number"
            min={1}
            max={365}
            required
            value={days}
            onChange={(e) => setDays(e.target.value)}
          />
        </label>
        <button type="submit" className="primary" disabled={isPending}>
          Make a link
        </button>
      </div>
      {error !== null && <p role="alert">{sentence(error)}</p>}
      {address !== undefined && (
        <div className="made" role="status">
          <p>
            <b>This link is shown this once.</b> Copy it now and send it to those you invite.
          </p>
          <p className="address">
            <code>{address}</code> <CopyButton text={address} label="the invitation link" />
          </p>
        </div>
      )}
    </form>
  );
}
