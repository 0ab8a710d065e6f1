import { useState } from 'react';
import type { CampaignOverview, Member } from '@/api/types';
import { useChangeMember } from '@/features/campaign/api/members';
import type { Act } from '@/features/campaign/api/members';
import { describeAct, actsOn, quotaMeans } from '@/features/campaign/people/memberStatus';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { TextField } from '@/shared/ui/fields/TextField';

type Props = Readonly<{ campaign: CampaignOverview; member: Member; onClose: () => void }>;

/** One member: what is to be done, what that means, and only then the doing. */
export function MemberDialog({ campaign, member, onClose }: Props) {
  const { id, pseudonym, quota: own } = member.membership;
  const acts = actsOn(campaign, member);
  const [act, setAct] = useState<Act | null>(acts.includes('quota') ? 'quota' : null);
  const [entered, setEntered] = useState(own === null ? '' : String(own));
  const quota = entered === '' ? null : Number(entered);
  const { mutate, error, isPending } = useChangeMember(campaign.id, id, onClose);

  return (
    <ConfirmDialog
      title={`Change ${pseudonym}`}
      verb={act === null ? 'Choose one' : describeAct(act, member).label}
      isPending={isPending}
      isReady={act !== null}
      error={error}
      onConfirm={() => act !== null && mutate({ act, quota })}
      onClose={onClose}
    >
      {acts.length === 0 && <p>Nothing can be changed about {pseudonym} any more.</p>}
      <RadioCards
        legend="What is to be done"
        hidesLegend
        cards={acts.map((one) => ({ value: one, ...describeAct(one, member) }))}
        value={act}
        onChange={setAct}
      />
      {act === 'quota' && (
        <TextField
          label={`Quota of ${pseudonym}`}
          hint={quotaMeans(quota, member, campaign.options.quota)}
          type="number"
          min={1}
          value={entered}
          placeholder="as the campaign says"
          onChange={setEntered}
        />
      )}
    </ConfirmDialog>
  );
}
