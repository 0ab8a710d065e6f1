import type { Command } from '@/features/judging/commands';

type Props = Readonly<{ commands: readonly Command[] }>;

export function KeyList({ commands }: Props) {
  return (
    <dl className="keys">
      {commands
        .filter(({ keyLabel }) => keyLabel !== '')
        .map(({ id, keyLabel, label }) => (
          <div key={id}>
            <dt>
              <kbd>{keyLabel}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
    </dl>
  );
}
