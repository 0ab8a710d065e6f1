import { useChoosePair } from '@/features/campaign/api/pairs';
import { sentence } from '@/shared/errors';
import { CheckField } from '@/shared/ui/fields/CheckField';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ campaignId: number; pairId: number; isChosen: boolean }>;

/** Puts the pair into the adjudicators’ queue, whatever its answers are, or takes it out. */
export function ChosenSwitch({ campaignId, pairId, isChosen }: Props) {
  const {
    mutate,
    error,
    isPending,
    variables: asked = isChosen,
  } = useChoosePair(campaignId, pairId);
  return (
    <>
      <CheckField
        label="Chosen for adjudication"
        checked={isPending ? asked : isChosen}
        onChange={(checked) => mutate(checked)}
      />
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)}
        </p>
      )}
    </>
  );
}
