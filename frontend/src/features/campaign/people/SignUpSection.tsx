import { useState } from 'react';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useSetOptions } from '@/features/campaign/api/campaigns';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { CheckField } from '@/shared/ui/fields/CheckField';
import text from '@/shared/styles/text.module.css';

/** Whether anybody may join, and the address where they do. */
export function SignUpSection() {
  // Read here, not handed in: the page above learns a moment later than the cache what holds now.
  const { id, state, options, takes_sign_ups: takesThem, may_change: mayChange } = useCampaign();
  const { mutate, error } = useSetOptions(id);
  // What was asked for shows at once, and what holds when the server has answered.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const set = (allows: boolean): void => {
    setWanted(allows);
    mutate({ allows_sign_up: allows }, { onSettled: () => setWanted(null) });
  };
  const address = `${window.location.origin}/join/${id}`;
  return (
    <section aria-labelledby="sign-up">
      <h2 id="sign-up">Sign-up</h2>
      <CheckField
        label="Anybody may join"
        hint="Anyone with the address joins as an assessor, without an invitation."
        checked={wanted ?? options.allows_sign_up}
        disabled={!mayChange.allows_sign_up}
        onChange={set}
      />
      <ErrorMessage error={error} />
      {options.allows_sign_up && (
        <p>
          <code>{address}</code> <CopyButton text={address} label="the sign-up address" />
        </p>
      )}
      {options.allows_sign_up && !takesThem && (
        <p className={text.soft}>
          {state === 'draft'
            ? 'It opens when the campaign does.'
            : 'Nobody can join now: the campaign is over.'}
        </p>
      )}
    </section>
  );
}
