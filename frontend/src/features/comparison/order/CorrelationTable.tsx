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
import { Fold } from '@/shared/ui/Fold';
import text from '@/shared/styles/text.module.css';

type Shown = Readonly<{ pairs: readonly ComparedOrders[] }>;
type Props = Readonly<{ orders: Pick<RunOrders, 'pairs' | 'resamples' | 'seed'> }>;

const keyOf = (pair: ComparedOrders): string => nameOrders(pair).join(' and ');

function columnsOf(names: readonly string[]): Columns<ComparedOrders> {
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
function Definitions({ pairs }: Shown) {
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

type TableProps = Readonly<{ label: string; names: readonly string[] } & Shown>;

const Coefficients = ({ label, names, pairs }: TableProps) => (
  <CardTable label={label} columns={columnsOf(names)} rows={pairs} keyOf={keyOf} />
);

/** Why a correlation may stand at the end of its interval. */
const WHY_AT_THE_END =
  'Resampling topics adds noise, which lowers most correlations: a value may lie at the upper end of its interval, or above it.';

const describeIntervals = ({ resamples, seed }: Props['orders']): string =>
  resamples > 0
    ? `In brackets, the 95% interval over topics: ${formatCount(resamples)} draws of the topics, seed ${seed}. ${WHY_AT_THE_END}`
    : 'Too many topics and runs to compute intervals here; the command correlate_rankings does.';

/** How alike the runs are ordered: by tau-b, and folded by every other coefficient there is. */
export function CorrelationTable({ orders }: Props) {
  const { pairs } = orders;
  if (pairs.length === 0)
    return (
      <p className={text.soft}>
        Correlations compare two orders: choose at least two runs, and two label sets or two
        measures.
      </p>
    );
  const nRuns = pairs[0]?.systems.length ?? 0;
  const shown = describeCorrelations(pairs);
  // Two runs have two orders: every coefficient is 1 or -1, and a sentence says which.
  if (nRuns === 2) return <p>{shown || 'The two runs are tied in one of the two orders.'}</p>;
  const names = pairs[0]?.coefficients.map(({ name }) => name) ?? [];
  return (
    <>
      {shown !== '' && <p>{shown}</p>}
      {pairs.length > 1 && (
        <Coefficients label="Rank correlations" names={['tau-b']} pairs={pairs} />
      )}
      <p className={text.note}>
        <Defined at={definitionOf('rank_correlations', 'tau-b')}>tau-b</Defined>: the share of pairs
        of runs that both orders rank alike, minus the share that they rank differently. 1 is the
        same order. {describeIntervals(orders)}{' '}
        <Defined at="significance#rank-correlation">More on intervals</Defined>
      </p>
      <Fold summary="Other coefficients">
        <Coefficients
          label="Other rank correlations"
          names={names.filter((name) => name !== 'tau-b')}
          pairs={pairs}
        />
        <p className={text.note}>
          <Definitions pairs={pairs} />
        </p>
      </Fold>
    </>
  );
}
