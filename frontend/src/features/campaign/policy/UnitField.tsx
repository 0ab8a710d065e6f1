import type { Serving } from '@/features/campaign/policy/serving';
import { RadioCards } from '@/shared/ui/fields/RadioCards';

const UNITS = [
  {
    value: 'topics',
    label: 'Whole topics',
    hint: 'All pairs of a topic before the next, so assessors get to know it. Recommended.',
  },
  {
    value: 'pairs',
    label: 'Single pairs',
    hint: 'From all topics, mixed: for many people who judge a little each.',
  },
] as const;

type Props = Readonly<{
  value: Serving['unit'];
  disabled?: boolean;
  onChange: (unit: Serving['unit']) => void;
}>;

/** Whether topics or single pairs are served. */
export function UnitField({ value, disabled = false, onChange }: Props) {
  return (
    <RadioCards
      legend="Assessors get"
      cards={UNITS}
      value={value}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
