import { formatRemoved, describeStep, effective } from '@/features/campaign/labels/describeStep';
import type { Step } from '@/features/campaign/labels/describeStep';

/** What each step excluded, in order. */
export function StepList({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const shown = effective(steps);
  if (shown.length === 0) return <p className="soft">Nothing was excluded.</p>;
  return (
    <dl className="steps">
      {shown.map((step) => (
        <div key={step.name}>
          <dt>{describeStep(step)}</dt>
          <dd className="number">{formatRemoved(step)}</dd>
        </div>
      ))}
    </dl>
  );
}
