import type { ReactNode } from 'react';
import type { KeptAnswer, OpenedComparison } from '@/api/types';
import { CorrelationTable } from '@/features/comparison/order/CorrelationTable';
import { ScatterFigure } from '@/features/comparison/order/ScatterFigure';
import { SlopeFigure } from '@/features/comparison/order/SlopeFigure';
import { askedOf } from '@/features/comparison/saved/keptQuestion';
import type { Asked } from '@/features/comparison/saved/keptQuestion';
import { PlanAnswer } from '@/features/comparison/significance/PlanAnswer';
import { SystemsAnswer } from '@/features/comparison/significance/SystemsAnswer';
import { BoundsFigure } from '@/features/comparison/unjudged/BoundsFigure';
import { JudgedFigure } from '@/features/comparison/unjudged/JudgedFigure';
import { PoolFigure } from '@/features/comparison/unjudged/PoolFigure';
import { labelsPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';

type Frozen<Kind extends keyof KeptAnswer> = NonNullable<KeptAnswer[Kind]>;

const Under = ({ labels }: Readonly<{ labels: string }>) => (
  <h4>
    Under <Link to={labelsPath(labels)}>{labels}</Link>
  </h4>
);

const KeptSystems = ({ systems }: Readonly<{ systems: Frozen<'systems'> }>) =>
  systems.families.map((family) => (
    <div key={family.labels}>
      <Under labels={family.labels} />
      <SystemsAnswer compared={{ ...systems, families: [family] }} looked={family} />
    </div>
  ));

type OrderProps = Readonly<{ order: Frozen<'order'>; measure: string; nTopics: number }>;

function KeptOrder({ order, measure, nTopics }: OrderProps) {
  const isRank = order.means.some((one) => one.measure === measure && one.lower_is_better);
  return (
    <>
      <SlopeFigure orders={order} run="" {...{ measure, isRank, nTopics }} />
      <CorrelationTable orders={order} />
    </>
  );
}

const KeptTwoOrders = ({ orders }: Readonly<{ orders: Frozen<'two_orders'> }>) => (
  <>
    {orders.pairs.map((pair) => (
      <ScatterFigure key={pair.second.measure} orders={pair} run="" />
    ))}
    <CorrelationTable orders={orders} />
  </>
);

function KeptBounds({ bounds }: Readonly<{ bounds: Frozen<'bounds'> }>) {
  const sets = [...new Set(bounds.rows.map(({ labels }) => labels))];
  return sets.map((labels) => (
    <div key={labels}>
      <Under labels={labels} />
      <JudgedFigure answer={bounds} labels={labels} run="" />
      {bounds.refusal === '' ? (
        <BoundsFigure answer={bounds} labels={labels} run="" />
      ) : (
        <p>{bounds.refusal}.</p>
      )}
    </div>
  ));
}

/** What is looked at in a plan. */
const focusOf = ({ run = '', measure = '', label_set: labels = '' }: Asked) => ({
  run,
  measure,
  labels,
});

type Props = Readonly<{
  frozen: KeptAnswer;
  asked: OpenedComparison['answers'][number]['asked'];
  opened: OpenedComparison;
}>;

/** An answer as it was frozen, by what its tab shows of it. */
export function KeptResult({ frozen, asked, opened: { rows } }: Props): ReactNode {
  const named = askedOf(asked);
  const { measure = '' } = named;
  const isRank = rows.some((row) => row.measure === measure && row.lower_is_better);
  const { systems, order, two_orders: orders, topic_plan: plan, bounds, pool_bias: pool } = frozen;
  return (
    <>
      {systems !== null && <KeptSystems systems={systems} />}
      {order !== null && <KeptOrder nTopics={rows[0]?.n_topics ?? 0} {...{ order, measure }} />}
      {orders !== null && <KeptTwoOrders orders={orders} />}
      {plan !== null && <PlanAnswer plan={plan} focus={focusOf(named)} isRank={isRank} />}
      {bounds !== null && <KeptBounds bounds={bounds} />}
      {pool !== null && <PoolFigure answer={pool} />}
    </>
  );
}
