import type { Category } from '@/features/campaign/agreement/choice/categories';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';

type Props = Readonly<{ category: Category; campaignId: number }>;

/** A grade, which leads to the pairs that somebody gave it; a category of several leads nowhere. */
export function GradeLink({ category: { grade, name }, campaignId }: Props) {
  if (grade === null) return <>{name}</>;
  return <Link to={`/campaigns/${campaignId}/pairs${addressOf({ grade })}`}>{name}</Link>;
}
