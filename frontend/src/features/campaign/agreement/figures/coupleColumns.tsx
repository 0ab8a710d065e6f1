import type { Couple } from '@/features/campaign/agreement/figures/kappas';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { formatShare } from '@/shared/format';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

/** Two assessors and all that is known of them; their names lead to the pairs of each. */
export function coupleColumns(campaignId: number): Column<Couple>[] {
  const assessor = (name: string, of: (couple: Couple) => string): Column<Couple> =>
    words(name, of, (couple) => (
      <Link to={`/campaigns/${campaignId}/pairs${addressOf({ assessor: of(couple) })}`}>
        {of(couple)}
      </Link>
    ));
  return [
    assessor('assessor', ({ first }) => first),
    assessor('and', ({ second }) => second),
    counts('pairs both graded', ({ n_pairs: n }) => n),
    numbers('same grade', ({ percent }) => percent, formatShare),
    numbers('Cohen’s κ', ({ kappa }) => kappa),
    numbers('linear weights', ({ kappa_linear: kappa }) => kappa),
    numbers('quadratic weights', ({ kappa_quadratic: kappa }) => kappa),
  ];
}
