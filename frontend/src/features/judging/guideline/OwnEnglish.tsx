import { useState } from 'react';
import type { EnglishLevel } from '@/api/types';
import { useSetEnglishLevel } from '@/features/judging/api/membership';
import { EnglishLevelSelect } from '@/features/judging/guideline/EnglishLevelSelect';
import { sentence } from '@/shared/errors';

type Props = Readonly<{ campaignId: number; before: EnglishLevel }>;

export function OwnEnglish({ campaignId, before }: Props) {
  const [level, setLevel] = useState(before);
  const { mutate, error, isPending, isSuccess } = useSetEnglishLevel(campaignId);
  return (
    <EnglishLevelSelect
      value={level}
      isPending={isPending}
      onChoose={(chosen) => {
        setLevel(chosen);
        mutate(chosen, { onError: () => setLevel(before) });
      }}
    >
      {error === null ? isSuccess && 'Kept.' : sentence(error)}
    </EnglishLevelSelect>
  );
}
