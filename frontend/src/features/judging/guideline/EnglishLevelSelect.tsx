import type { ReactNode } from 'react';

const LEVELS = [
  ['', 'I would rather not say'],
  ['basic', 'Basic'],
  ['intermediate', 'Intermediate'],
  ['advanced', 'Advanced'],
  ['native', 'Native'],
] as const;

type Level = (typeof LEVELS)[number][0];

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
    <p className="english">
      <label>
        Your English, if you like to say:{' '}
        <select
          value={value}
          disabled={isPending}
          onChange={({ target }) =>
            onChoose(LEVELS.find(([level]) => level === target.value)?.[0] ?? '')
          }
        >
          {LEVELS.map(([level, name]) => (
            <option key={level} value={level}>
              {name}
            </option>
          ))}
        </select>
      </label>{' '}
      <span role="status" className="soft">
        {children}
      </span>
    </p>
  );
}
