import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Held } from '@/api/types';
import { setEnglishLevel } from '@/api/queries/setEnglishLevel';
import { heldQuery } from '@/features/judging/api/readHeld';
import { sentence } from '@/shared/errors';
import { EnglishLevelSelect } from '@/shared/ui/EnglishLevelSelect';

type Props = Readonly<{ held: Held }>;

export function OwnEnglish({ held: { campaign, membership } }: Props) {
  const client = useQueryClient();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: setEnglishLevel,
    onSettled: () => client.invalidateQueries(heldQuery(campaign.id)),
  });
  return (
    <EnglishLevelSelect
      value={membership.english_level}
      isPending={isPending}
      onChoose={(level) => mutate({ campaignId: campaign.id, level })}
    >
      {error === null ? isSuccess && 'Kept.' : sentence(error)}
    </EnglishLevelSelect>
  );
}
