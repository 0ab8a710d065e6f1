import { useState } from 'react';
import type { ReactNode } from 'react';
import type { EnglishLevel } from '@/api/types';
import { useSetEnglishLevel } from '@/features/judging/api/membership';
import { sentence } from '@/shared/requests/errors';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';

const LEVELS = [
  { value: '', label: 'I would rather not say' },
  { value: 'basic', label: 'Basic' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
  { value: 'native', label: 'Native' },
] as const;

type Level = (typeof LEVELS)[number]['value'];

type EnglishLevelSelectProps = Readonly<{
  value: Level;
  onChoose: (level: Level) => void;
  isPending: boolean;
  /** What became of the last choice. */
  children?: ReactNode;
}>;

/** How well the assessor knows English, if they care to say. */
function EnglishLevelSelect({ value, onChoose, isPending, children }: EnglishLevelSelectProps) {
  return (
    <div>
      <SelectField
        label="Your English, if you like to say"
        options={LEVELS}
        value={value}
        disabled={isPending}
        onChange={onChoose}
      />
      <span role="status" className={text.soft}>
        {children}
      </span>
    </div>
  );
}

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
