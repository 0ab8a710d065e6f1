import { Link } from '@/shared/routing/Link';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { Plan } from '@/features/campaign/api/setup';
import { counted, formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  draft: Pick<Draft, 'quota' | 'people'>;
  plan: Readonly<{ work: Pick<Plan['work'], 'n_uncovered'> }> | undefined;
}>;

/** Says what would keep the campaign from ever coming to its end. */
export function QuotaWarning({ draft: { quota, people }, plan }: Props) {
  const uncovered = plan?.work.n_uncovered ?? 0;
  if (quota === null || uncovered === 0) return null;
  return (
    <p className={text.warn}>
      No quota covers {counted(uncovered, 'judgment')}: {formatCount(quota)} per assessor,{' '}
      {counted(people, 'assessor')}. <Link to="?step=scale">Raise the quota</Link> or{' '}
      <Link to="?step=pool">plan with more assessors</Link>.
    </p>
  );
}
