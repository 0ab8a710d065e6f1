import type { Assessor } from '@/api/types';
import { formatShift } from '@/features/campaign/assessors/texts';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { CardTable } from '@/shared/ui/tables/CardTable';
import text from '@/shared/styles/text.module.css';

type Row = Readonly<{
  name: string;
  beside: Assessor['others'];
  ends: Assessor['intervals']['others'];
}>;

type Figure = Exclude<keyof Row['beside'], 'n_pairs'>;

/** A figure with its interval, "[.41, .63]", where there is one. */
const figure = (
  head: string,
  name: Figure,
  format: (value: number | null) => string,
  at?: string,
) => ({
  head,
  at,
  cell: ({ beside, ends: { [name]: ends } }: Row) => (
    <>
      {format(beside[name])}{' '}
      {ends !== null && (
        <small className={text.soft}>[{ends.map((end) => format(end)).join(', ')}]</small>
      )}
    </>
  ),
});

const kappa = (head: string, name: Figure) =>
  figure(head, name, formatScore, definitionOf('coefficients', name));

const SAME = definitionOf('coefficients', 'percent_agreement');

/** What somebody's grades are held against, and how far they agree. */
export function BesideTable({ one }: Readonly<{ one: Assessor }>) {
  const { intervals } = one;
  const rows: Row[] = [
    { name: 'the median of the others', beside: one.others, ends: intervals.others },
    { name: 'gold, the expert’s grade', beside: one.gold, ends: intervals.gold },
    { name: 'decisions of adjudicators', beside: one.decisions, ends: intervals.decisions },
    { name: 'their own first look, when asked again', beside: one.own, ends: intervals.own },
  ];
  return (
    <CardTable
      label="Agreement"
      columns={[
        { head: 'held against', isWords: true, cell: ({ name }) => name },
        { head: 'pairs', cell: ({ beside }) => formatCount(beside.n_pairs) },
        figure('same grade', 'percent_agreement', formatShare, SAME),
        figure('shift', 'mean_difference', formatShift),
        kappa('κ', 'cohen_kappa'),
        kappa('κ, linear', 'cohen_kappa_linear'),
        kappa('κ, quadratic', 'cohen_kappa_quadratic'),
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      className={false}
    />
  );
}
