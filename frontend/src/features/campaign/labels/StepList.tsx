import { formatRemoved, describeStep, telling } from '@/features/campaign/labels/describeStep';
import type { Step } from '@/features/campaign/labels/describeStep';

/** What was taken away, in the order in which it was. */
export function StepList({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const told = telling(steps);
  if (told.length === 0) return <p className="soft">Nothing was left out.</p>;
  return (
    <dl className="steps">
      {told.map((step) => (
        <div key={step.name}>
          <dt>{describeStep(step)}</dt>
          <dd className="number">{formatRemoved(step)}</dd>
        </div>
      ))}
    </dl>
  );
}
