import { Field } from '@/features/campaign/kit/Field';

type Props = Readonly<{
  label: string;
  hint: string;
  value: number | null;
  onChange: (value: number | null) => void;
}>;

/** How often something is mixed in; left empty, never. */
export function RhythmField({ label, hint, value, onChange }: Props) {
  return (
    <Field label={label} hint={hint} className="number-field">
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={1}
          placeholder="never"
          value={value ?? ''}
          onChange={(e) => onChange(e.target.value === '' ? null : Number(e.target.value))}
        />
      )}
    </Field>
  );
}
