import type { Serving } from '@/features/campaign/policy/serving';

const UNITS = [
  {
    unit: 'topics',
    name: 'Whole topics',
    means: 'All pairs of a topic before the next: one gets to know it. The usual way.',
  },
  {
    unit: 'pairs',
    name: 'Single pairs',
    means: 'Of any topic, mixed: for many people who judge a little each.',
  },
] as const;

type Props = Readonly<{
  value: Serving['unit'];
  disabled?: boolean;
  onChange: (unit: Serving['unit']) => void;
}>;

/** In which portions pairs are handed out. */
export function UnitField({ value, disabled = false, onChange }: Props) {
  return (
    <fieldset className="choices" disabled={disabled}>
      <legend>An assessor gets</legend>
      {UNITS.map(({ unit, name, means }) => (
        <label key={unit} className="choice">
          <input
            type="radio"
            name="unit"
            checked={value === unit}
            onChange={() => onChange(unit)}
          />
          <span>
            {name}
            <small>{means}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
