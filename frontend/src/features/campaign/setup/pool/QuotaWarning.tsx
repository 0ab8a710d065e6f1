import { Link } from '@/shared/routing/Link';
import type { Cost } from '@/features/campaign/setup/draft/cost';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { counted, formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ draft: Pick<Draft, 'quota' | 'people'>; cost: Cost }>;

/** Says what would keep the campaign from ever coming to its end. */
export function QuotaWarning({ draft: { quota, people }, cost: { uncovered } }: Props) {
  if (quota === null || uncovered === 0) return null;
  return (
    <p className={text.warn}>
      {counted(uncovered, 'judgment')} {uncovered === 1 ? 'is' : 'are'} wanted that nobody’s quota
      covers: {formatCount(quota)} a person, {counted(people, 'person', 'people')}.{' '}
      <Link to="?step=scale">Raise the quota</Link> or <Link to="?step=pool">plan with more</Link>.
    </p>
  );
}
