import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';

type Props = Readonly<{
  value: number | null;
  onChange: (value: number) => void;
  /** Given where there need not be gold pairs. */
  onEmpty?: () => void;
}>;

/** How gold pairs are mixed in; they are named when a campaign is made. */
export function GoldEveryField({ value, onChange, onEmpty }: Props) {
  const mayBeEmpty = onEmpty !== undefined;
  return (
    <NumberField
      label="How often a gold pair comes"
      hint={`One in so many pairs.${mayBeEmpty ? ' Empty: never. A campaign that was made without gold pairs has none to show.' : ''}`}
      value={value}
      min={1}
      max={MOST}
      onChange={onChange}
      {...(mayBeEmpty && { none: 'never', onEmpty })}
    />
  );
}
