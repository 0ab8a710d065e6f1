import { useState } from 'react';
import type { EnglishLevel } from '@/api/types';
import { useSetEnglishLevel } from '@/features/judging/api/membership';
import { sentence } from '@/shared/requests/errors';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';

const LEVELS = [
  { value: '', label: 'Prefer not to say' },
  { value: 'basic', label: 'Basic' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
  { value: 'native', label: 'Native' },
] as const;

type Props = Readonly<{ campaignId: number; before: EnglishLevel }>;

/** How well the assessor knows English, if they care to say. */
export function OwnEnglish({ campaignId, before }: Props) {
  const [level, setLevel] = useState(before);
  const { mutate, error, isPending, isSuccess } = useSetEnglishLevel(campaignId);
  return (
    <div>
      <SelectField
        label="Your English (optional)"
        options={LEVELS}
        value={level}
        disabled={isPending}
        onChange={(chosen) => {
          setLevel(chosen);
          mutate(chosen, { onError: () => setLevel(before) });
        }}
      />
      <span role="status" className={text.soft}>
        {error === null ? isSuccess && 'Saved.' : sentence(error)}
      </span>
    </div>
  );
}
