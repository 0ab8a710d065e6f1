import { removedWords, stepWords, telling } from '@/features/campaign/labels/stepWords';
import type { Step } from '@/features/campaign/labels/stepWords';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';

/** What was taken away, in the order in which it was. */
export function StepList({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const told = telling(steps);
  if (told.length === 0) return <p className={text.soft}>Nothing was left out.</p>;
  return (
    <dl className={styles.steps}>
      {told.map((step) => (
        <div key={step.name}>
          <dt>{stepWords(step)}</dt>
          <dd>{removedWords(step)}</dd>
        </div>
      ))}
    </dl>
  );
}
