import type { ReactNode } from 'react';
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

type Props = Readonly<{
  value: Level;
  onChoose: (level: Level) => void;
  isPending: boolean;
  /** What became of the last choice. */
  children?: ReactNode;
}>;

/** How well the assessor knows English, if they care to say. */
export function EnglishLevelSelect({ value, onChoose, isPending, children }: Props) {
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
