import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { setEnglishLevel } from '@/api/queries/setEnglishLevel';
import type { EnglishLevel, JudgingSetup } from '@/api/types';
import { sentence } from '@/shared/errors';
import { EnglishLevelSelect } from '@/shared/ui/EnglishLevelSelect';

type Props = Readonly<{ setup: JudgingSetup }>;

export function OwnEnglish({ setup: { campaign, english_level: before } }: Props) {
  const [level, setLevel] = useState<EnglishLevel>(before);
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: setEnglishLevel,
    onError: () => setLevel(before),
  });
  return (
    <EnglishLevelSelect
      value={level}
      isPending={isPending}
      onChoose={(chosen) => {
        setLevel(chosen);
        mutate({ campaignId: campaign.id, level: chosen });
      }}
    >
      {error === null ? isSuccess && 'Kept.' : sentence(error)}
    </EnglishLevelSelect>
  );
}
