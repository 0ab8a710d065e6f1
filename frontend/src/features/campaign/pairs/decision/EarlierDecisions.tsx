import type { Decision, Grade } from '@/api/types';
import {
  describeBy,
  describeDecision,
  formatStood,
} from '@/features/campaign/pairs/decision/texts';
import { counted } from '@/shared/format';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/pairs/decision/decision.module.css';

type Props = Readonly<{ decisions: readonly Decision[]; scale: readonly Grade[] }>;

/** Those that were superseded or taken back, the newest first. */
export function EarlierDecisions({ decisions, scale }: Props) {
  const ended = decisions.filter((one) => one.ended_at !== null);
  if (ended.length === 0) return null;
  return (
    <details className={cx(parts.fold, styles.earlier)}>
      <summary>{counted(ended.length, 'earlier decision')}</summary>
      <ul>
        {ended.map((one) => (
          <li key={one.decided_at}>
            {describeDecision(one, scale)}
            <small className={text.soft}>
              {describeBy(one)}; stood {formatStood(one)}
            </small>
            {one.note !== '' && <blockquote dir="auto">{one.note}</blockquote>}
          </li>
        ))}
      </ul>
    </details>
  );
}
