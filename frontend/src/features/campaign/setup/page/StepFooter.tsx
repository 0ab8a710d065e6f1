import { Link } from '@/shared/routing/Link';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { missing, STEPS } from '@/features/campaign/setup/draft/steps';
import type { StepId } from '@/features/campaign/setup/draft/steps';

type Props = Readonly<{ step: StepId; draft: Draft }>;

export function StepFooter({ step, draft }: Props) {
  const index = STEPS.findIndex(({ id }) => id === step);
  const before = STEPS[index - 1];
  const next = STEPS[index + 1];
  const lacks = missing(draft, step);
  return (
    <div className="actions footer">
      {before !== undefined && (
        <Link to={`?step=${before.id}`}>Back to {before.title.toLowerCase()}</Link>
      )}
      {next !== undefined && lacks === null && (
        <Link to={`?step=${next.id}`} className="primary">
          Next: {next.title.toLowerCase()}
        </Link>
      )}
      {lacks !== null && <span className="soft">{lacks}</span>}
    </div>
  );
}
