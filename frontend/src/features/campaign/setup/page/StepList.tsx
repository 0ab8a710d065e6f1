import { Link } from '@/shared/routing/Link';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { missing, STEPS } from '@/features/campaign/setup/draft/steps';
import type { StepId } from '@/features/campaign/setup/draft/steps';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/page/StepList.module.css';

/** Where one is; a step can be opened when all before it are done. */
export function StepList({ step, draft }: Readonly<{ step: StepId; draft: Draft }>) {
  const firstOpen = STEPS.findIndex(({ id }) => missing(draft, id) !== null);
  const reachable = firstOpen === -1 ? STEPS.length : firstOpen;
  return (
    <nav aria-label="Steps">
      <ol className={styles.steps}>
        {STEPS.map(({ id, title }, index) => (
          <li key={id}>
            {index <= reachable ? (
              <Link to={`?step=${id}`} aria-current={id === step ? 'step' : undefined}>
                {title}
              </Link>
            ) : (
              <span className={text.soft}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
