import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import type { Member } from '@/api/types';
import { membersQuery } from '@/features/campaigns/api/listMembers';
import { boardQuery } from '@/features/campaigns/api/readBoard';
import { setQuota } from '@/features/campaigns/api/setQuota';
import { sentence } from '@/shared/errors';

type Props = Readonly<{
  campaignId: number;
  membership: Member['membership'];
  /** What holds now: their own, or else the campaign's. */
  inForce: number | null;
}>;

/** How many pairs a member is to judge; left empty, the campaign's quota holds. */
export function QuotaForm({ campaignId, membership, inForce }: Props) {
  const { id, pseudonym, quota: own } = membership;
  const client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: setQuota,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(membersQuery(campaignId)),
        client.invalidateQueries(boardQuery(campaignId)),
      ]),
  });

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('quota');
    const quota = typeof value === 'string' && value !== '' ? Number(value) : null;
    mutate({ campaignId, memberId: id, quota });
  }

  return (
    <form className="quota" onSubmit={submit}>
      <input
        // Another quota that was set elsewhere takes the place of what stands here.
        key={own}
        name="quota"
        type="number"
        min={1}
        defaultValue={own ?? ''}
        placeholder={inForce === null ? 'none' : String(inForce)}
        aria-label={`Quota of ${pseudonym}`}
      />
      <button type="submit" className="plain" disabled={isPending}>
        Set
      </button>
      {error !== null && <p role="alert">{sentence(error)}</p>}
    </form>
  );
}
