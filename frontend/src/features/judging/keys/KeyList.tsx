import { labelOf } from '@/features/judging/keys/commands';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import styles from '@/features/judging/keys/KeyList.module.css';

type Props = Readonly<{ commands: readonly Command[]; context: JudgingContext }>;

export function KeyList({ commands, context }: Props) {
  return (
    <dl className={styles.keys}>
      {commands
        .filter(({ keyLabel }) => keyLabel !== '')
        .map((command) => (
          <div key={command.id}>
            <dt>
              <kbd>{command.keyLabel}</kbd>
            </dt>
            <dd>{labelOf(command, context)}</dd>
          </div>
        ))}
    </dl>
  );
}
