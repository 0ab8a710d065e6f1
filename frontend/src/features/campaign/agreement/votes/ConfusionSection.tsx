import type { AgreementInDepth } from '@/api/types';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import { drawHeat } from '@/features/campaign/agreement/draw/drawHeat';
import type { HeatCell } from '@/features/campaign/agreement/draw/drawHeat';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type GradeLinkProps = Readonly<{ category: Category; campaignId: number }>;

/** A grade, which leads to the pairs that somebody gave it; a category of several leads nowhere. */
function GradeLink({ category: { grade, name }, campaignId }: GradeLinkProps) {
  if (grade === null) return <>{name}</>;
  return <Link to={`/campaigns/${campaignId}/pairs${addressOf({ grade })}`}>{name}</Link>;
}

type Props = Readonly<{
  confusion: AgreementInDepth['confusion'];
  categories: readonly Category[];
  campaignId: number;
}>;

type Row = Readonly<{ category: Category; ns: readonly number[] }>;

const cellsOf = ({ category, ns }: Row, categories: readonly Category[]): HeatCell[] => {
  const total = ns.reduce((sum, n) => sum + n, 0);
  return categories.map((other, index) => {
    const n = ns[index] ?? 0;
    const share = total === 0 ? null : n / total;
    return {
      x: other.name,
      y: category.name,
      share,
      text: formatCount(n),
      tip: `${category.name} with ${other.name}:\n${formatCount(n)}, ${formatShare(share)} of the row`,
    };
  });
};

const columnsOf = (categories: readonly Category[], campaignId: number): Column<Row>[] => [
  words(
    'grade',
    ({ category }) => category.name,
    ({ category }) => <GradeLink category={category} campaignId={campaignId} />,
  ),
  ...categories.map(({ name }, index) => counts<Row>(name, ({ ns }) => ns[index] ?? 0)),
];

/** Which grades stand against each other on the same pair. */
export function ConfusionSection({ confusion, categories, campaignId }: Props) {
  const rows = categories.map((category, index) => ({ category, ns: confusion[index] ?? [] }));
  return (
    <section aria-labelledby="confusion">
      <h3 id="confusion">Which grades are confused</h3>
      <Figure
        title="Confusion of grades"
        caption="How often one assessor’s grade (row) came with another’s (column) on the same pair, both ways round. The stronger the colour, the larger its share of the row."
        draw={drawHeat}
        of={{
          names: categories.map(({ name }) => name),
          cells: rows.flatMap((row) => cellsOf(row, categories)),
        }}
        table={{
          name: 'Confusion of grades',
          columns: columnsOf(categories, campaignId),
          rows,
        }}
        fileName="confusion-of-grades"
        axes={{ across: 'grade of another assessor', up: 'grade of one assessor' }}
        height={200}
      />
    </section>
  );
}
