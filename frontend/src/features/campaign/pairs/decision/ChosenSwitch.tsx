import { put, remove } from '@/api/calls';
import { ErrorText } from '@/shared/ui/ErrorText';
import { useChange } from '@/features/campaign/api/change';
import { CheckField } from '@/shared/ui/fields/CheckField';

type Props = Readonly<{ campaignId: number; pairId: number; isChosen: boolean }>;

/** Puts the pair into the adjudicators’ queue, whatever its answers are, or takes it out. */
export function ChosenSwitch({ campaignId, pairId, isChosen }: Props) {
  const pair = { campaign_id: campaignId, pair_id: pairId };
  const change = useChange<boolean, unknown>(campaignId, (isWanted) =>
    isWanted
      ? put('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', pair)
      : remove('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', pair),
  );
  const { mutate, error, isPending, variables: asked = isChosen } = change;
  return (
    <>
      <CheckField
        label="Chosen for adjudication"
        checked={isPending ? asked : isChosen}
        onChange={(checked) => mutate(checked)}
      />
      <ErrorText error={error} />
    </>
  );
}
