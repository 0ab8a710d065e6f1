import type { ComparedOrders, RunOrders } from '@/api/compared';
import {
  describeCorrelations,
  formatCorrelation,
  formatCorrelations,
  nameOrders,
} from '@/features/comparison/order/correlations';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatCount } from '@/shared/format/numbers';
import { CardTable, unnamedColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Defined } from '@/shared/ui/Defined';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ orders: Pick<RunOrders, 'pairs' | 'resamples' | 'seed'> }>;

const keyOf = (pair: ComparedOrders): string => nameOrders(pair).join(' and ');

function columnsOf(pairs: readonly ComparedOrders[]): Columns<ComparedOrders> {
  const names = pairs[0]?.coefficients.map(({ name }) => name) ?? [];
  return [
    unnamedColumn('orders', keyOf),
    ...names.map((name) => ({
      head: name,
      cell: ({ coefficients }: ComparedOrders) => {
        const found = coefficients.find((one) => one.name === name);
        return (
          <span className={text.number}>
            {formatCorrelation(found?.value ?? null)}{' '}
            <span className={text.note}>{formatCorrelations(found?.interval ?? null)}</span>
          </span>
        );
      },
    })),
  ];
}

/** What every coefficient means, one click away. */
function Definitions({ pairs }: Readonly<{ pairs: readonly ComparedOrders[] }>) {
  return (
    <>
      {pairs[0]?.coefficients.map(({ name, title }, at) => (
        <span key={name}>
          {at > 0 && '; '}
          <Defined at={definitionOf('rank_correlations', name)}>{name}</Defined>: {title}
        </span>
      ))}
      .
    </>
  );
}

/** How alike the runs are ordered, by every coefficient there is. */
export function CorrelationTable({ orders }: Props) {
  const { pairs, resamples, seed } = orders;
  if (pairs.length === 0)
    return (
      <p className={text.soft}>
        Two orders are held against each other: compare at least two runs under two label sets, or
        by two measures.
      </p>
    );
  const shown = describeCorrelations(pairs);
  return (
    <>
      {shown !== '' && <p>{shown}</p>}
      <CardTable label="Rank correlations" columns={columnsOf(pairs)} rows={pairs} keyOf={keyOf} />
      <p className={text.note}>
        <Definitions pairs={pairs} /> 1 is the same order.{' '}
        {resamples > 0
          ? `In brackets, the 95% interval over topics: ${formatCount(resamples)} draws of the topics, seed ${seed}.`
          : 'There are too many topics and runs for intervals here: the command correlate_rankings gives them.'}
      </p>
    </>
  );
}
