import type { Decision, Grade } from '@/api/types';
import {
  describeBy,
  describeDecision,
  formatDecided,
} from '@/features/campaign/pairs/decision/texts';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/pairs/decision/decision.module.css';

type Props = Readonly<{ decision: Decision | null; scale: readonly Grade[] }>;

/** The decision that stands now. */
export function Standing({ decision, scale }: Props) {
  return (
    <div role="status" className={styles.standing}>
      {decision === null ? (
        <p className={text.soft}>Nobody decided on this pair.</p>
      ) : (
        <>
          <p>
            <strong>Decided:</strong> {describeDecision(decision, scale)}{' '}
            <span className={text.soft}>
              · {describeBy(decision)},{' '}
              <time dateTime={decision.decided_at}>{formatDecided(decision)}</time>
            </span>
          </p>
          {decision.note !== '' && <blockquote dir="auto">{decision.note}</blockquote>}
        </>
      )}
    </div>
  );
}
