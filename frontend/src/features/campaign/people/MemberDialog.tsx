import { useState } from 'react';
import type { CampaignOverview, Member } from '@/api/types';
import { pauseMember } from '@/features/campaign/api/pauseMember';
import { resumeMember } from '@/features/campaign/api/resumeMember';
import { setQuota } from '@/features/campaign/api/setQuota';
import { withdrawMember } from '@/features/campaign/api/withdrawMember';
import { Field } from '@/features/campaign/kit/Field';
import { useChange } from '@/features/campaign/kit/useChange';
import { actWords, actsOn, quotaMeans } from '@/features/campaign/people/memberWords';
import type { Act } from '@/features/campaign/people/memberWords';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

type Props = Readonly<{ campaign: CampaignOverview; member: Member; onClose: () => void }>;

/** One member: what is to be done, what that means, and only then the doing. */
export function MemberDialog({ campaign, member, onClose }: Props) {
  const { id, pseudonym, quota: own } = member.membership;
  const acts = actsOn(campaign, member);
  const [act, setAct] = useState<Act | null>(acts.includes('quota') ? 'quota' : null);
  const [entered, setEntered] = useState(own === null ? '' : String(own));
  const quota = entered === '' ? null : Number(entered);
  const { mutate, error, isPending } = useChange<Act, unknown>(
    campaign.id,
    (chosen) => {
      const does: Record<Act, () => Promise<unknown>> = {
        quota: () => setQuota(campaign.id, id, quota),
        pause: () => pauseMember(campaign.id, id),
        resume: () => resumeMember(campaign.id, id),
        keep: () => withdrawMember(campaign.id, id, 'keep'),
        drop: () => withdrawMember(campaign.id, id, 'drop'),
      };
      return does[chosen]();
    },
    onClose,
  );
  return (
    <ConfirmDialog
      title={`Change ${pseudonym}`}
      verb={act === null ? 'Choose one' : actWords(act, member).label}
      isPending={isPending}
      isReady={act !== null}
      error={error}
      onConfirm={() => act !== null && mutate(act)}
      onClose={onClose}
    >
      {acts.length === 0 && <p>Nothing can be changed about {pseudonym} any more.</p>}
      <fieldset>
        <legend className="visually-hidden">What is to be done</legend>
        {acts.map((one) => (
          <label key={one} className="choice">
            <input type="radio" name="act" checked={act === one} onChange={() => setAct(one)} />
            <span>
              {actWords(one, member).label}
              <small>{actWords(one, member).hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {act === 'quota' && (
        <Field
          label={`Quota of ${pseudonym}`}
          hint={quotaMeans(quota, member, campaign.options.quota)}
        >
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={1}
              value={entered}
              placeholder="as the campaign says"
              onChange={(e) => setEntered(e.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}
