import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';
import { formatRemoved, describeStep, effective } from '@/features/campaign/labels/describeStep';
import type { Step } from '@/features/campaign/labels/describeStep';

/** What each step excluded, in order. */
export function StepList({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const shown = effective(steps);
  if (shown.length === 0) return <p className={text.soft}>Nothing was excluded.</p>;
  return (
    <dl className={styles.steps}>
      {shown.map((step) => (
        <div key={step.name}>
          <dt>{describeStep(step)}</dt>
          <dd>{formatRemoved(step)}</dd>
        </div>
      ))}
    </dl>
  );
}
