import { Link } from '@/shared/routing/Link';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { missing, STEPS } from '@/features/campaign/setup/draft/steps';
import type { StepId } from '@/features/campaign/setup/draft/steps';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/setup/review/footer.module.css';

export function StepFooter({ step, draft }: Readonly<{ step: StepId; draft: Draft }>) {
  const index = STEPS.findIndex(({ id }) => id === step);
  const before = STEPS[index - 1];
  const next = STEPS[index + 1];
  const lacks = missing(draft, step);
  return (
    <div className={cx(buttons.actions, styles.footer)}>
      {before !== undefined && (
        <Link to={`?step=${before.id}`} className={styles.back}>
          Back to {before.title.toLowerCase()}
        </Link>
      )}
      {next !== undefined && lacks === null && (
        <Link to={`?step=${next.id}`} className={cx(buttons.primary, styles.next)}>
          Next: {next.title.toLowerCase()}
        </Link>
      )}
      {lacks !== null && <span className={text.soft}>{lacks}</span>}
    </div>
  );
}
