type Props = Readonly<{
  label: string;
  hint: string;
  value: number | null;
  onChange: (value: number | null) => void;
}>;

/** How often something is mixed in; left empty, never. */
export function RhythmField({ label, hint, value, onChange }: Props) {
  return (
    <label className="field number-field">
      <span>{label}</span>
      <input
        type="number"
        min={1}
        placeholder="never"
        value={value ?? ''}
        onChange={(e) => onChange(e.target.value === '' ? null : Number(e.target.value))}
      />
      <small>{hint}</small>
    </label>
  );
}
