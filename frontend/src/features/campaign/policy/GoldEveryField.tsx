import { NumberField } from '@/shared/ui/fields/NumberField';
import { MOST } from '@/features/campaign/policy/serving';

type Props = Readonly<{
  value: number | null;
  onChange: (value: number) => void;
  /** Given where there need not be gold pairs. */
  onEmpty?: () => void;
}>;

/** How often gold pairs are mixed in; they are named when a campaign is made. */
export function GoldEveryField({ value, onChange, onEmpty }: Props) {
  const mayBeEmpty = onEmpty !== undefined;
  return (
    <NumberField
      label="Show a gold pair every … pairs"
      hint={mayBeEmpty ? 'Empty: never. Gold pairs are chosen when a campaign is created.' : ''}
      value={value}
      min={1}
      max={MOST}
      onChange={onChange}
      {...(mayBeEmpty && { none: 'never', onEmpty })}
    />
  );
}
