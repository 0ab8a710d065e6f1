import { useCallback } from 'react';
import type { ComparedOrders } from '@/api/compared';
import type { Axis } from '@/features/comparison/order/axes';
import {
  formatCorrelation,
  formatCorrelations,
  tauOf,
} from '@/features/comparison/order/correlations';
import { drawScatter } from '@/features/comparison/order/drawScatter';
import { formatScore } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

type System = ComparedOrders['systems'][number];

const nameOf = ({ labels, measure }: Axis): string => `${measure} under ${labels}`;

function tableOf({ first, second, systems }: ComparedOrders): FigureTable<System> {
  return {
    name: 'Runs in both orders',
    columns: [
      words('run', ({ run }) => run),
      numbers(
        nameOf(first),
        (one) => one.first.mean,
        (mean) => formatScore(mean, first.lower_is_better),
      ),
      numbers(
        'place',
        (one) => one.first.rank,
        (rank) => rank,
      ),
      numbers(
        nameOf(second),
        (one) => one.second.mean,
        (mean) => formatScore(mean, second.lower_is_better),
      ),
      numbers(
        'other place',
        (one) => one.second.rank,
        (rank) => rank,
      ),
    ],
    rows: systems,
  };
}

/** One dot a run: its mean in the one order and in the other. */
export function ScatterFigure({ orders, run }: Readonly<{ orders: ComparedOrders; run: string }>) {
  const { first, second, systems } = orders;
  const tau = tauOf(orders);
  const draw = useCallback(
    (width: number) => {
      const axis = (one: typeof first) => ({
        title: nameOf(one),
        isRank: one.lower_is_better,
        format: (value: number) => formatScore(value, one.lower_is_better),
      });
      const dots = systems.map((one) => ({ name: one.run, x: one.first.mean, y: one.second.mean }));
      return drawScatter({ dots, x: axis(first), y: axis(second), focus: run, width });
    },
    [first, second, systems, run],
  );
  const title = `${nameOf(second)} against ${nameOf(first)}`;
  const turned = first.lower_is_better || second.lower_is_better;
  const found = `${formatCorrelation(tau?.value ?? null)} ${formatCorrelations(tau?.interval ?? null)}`;
  return (
    <>
      <p>
        Kendall’s tau-b of these two orders: <b>{found.trim()}</b>
        {tau !== undefined && tau.note !== '' && <small> ({tau.note})</small>}.
      </p>
      <Figure
        title={title}
        caption={`${title}: one dot a run, its mean over topics. Right and up are better${turned ? '; axes where lower is better are turned' : ''}. A name without room is in the table alone.`}
        draw={draw}
        table={tableOf(orders)}
        fileName={`scatter-${second.measure}-${second.labels}-${first.measure}-${first.labels}`}
        height={420}
      />
    </>
  );
}
