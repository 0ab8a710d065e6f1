import { useCallback, useMemo, useState } from 'react';
import type { ComparedOrders } from '@/api/compared';
import type { Axis } from '@/features/comparison/api/order';
import { useTwoOrders } from '@/features/comparison/api/order';
import type { PanelProps } from '@/features/comparison/choice/panel';
import {
  formatCorrelation,
  formatCorrelations,
  tauOf,
} from '@/features/comparison/order/correlations';
import { drawScatter } from '@/features/comparison/order/drawScatter';
import { labelsOf, measuresOf } from '@/features/comparison/texts/measuresOf';
import { sentence } from '@/shared/errors';
import { formatScore } from '@/shared/format';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/order/order.module.css';

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

type FigureProps = Readonly<{ orders: ComparedOrders; run: string }>;

function ScatterFigure({ orders, run }: FigureProps) {
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
  const told = `${formatCorrelation(tau?.value ?? null)} ${formatCorrelations(tau?.interval ?? null)}`;
  return (
    <>
      <p>
        Kendall’s tau-b of these two orders: <b>{told.trim()}</b>
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

type AxisProps = Readonly<{
  name: string;
  value: Axis;
  options: Readonly<{ labels: readonly string[]; measures: readonly string[] }>;
  onChange: (axis: Axis) => void;
}>;

function AxisFields({ name, value, options, onChange }: AxisProps) {
  return (
    <>
      <SelectField
        label={`Measure ${name}`}
        options={options.measures}
        value={value.measure}
        onChange={(measure) => onChange({ ...value, measure })}
      />
      <SelectField
        label={`Labels ${name}`}
        options={options.labels}
        value={value.labels}
        onChange={(labels) => onChange({ ...value, labels })}
      />
    </>
  );
}

type Chosen = Readonly<{ x?: Axis; y?: Axis }>;

/** What is chosen, while it is compared; else the first label set against the last, or one measure against another. */
function axesOf(
  { x, y }: Chosen,
  labels: readonly string[],
  measures: readonly string[],
  of: string,
) {
  const other = measures.find((name) => name !== of) ?? of;
  const last = { labels: labels.at(-1) ?? '', measure: labels.length > 1 ? of : other };
  const isThere = (axis: Axis | undefined): axis is Axis =>
    axis !== undefined && labels.includes(axis.labels) && measures.includes(axis.measure);
  return {
    x: isThere(x) ? x : { labels: labels[0] ?? '', measure: of },
    y: isThere(y) ? y : last,
  };
}

/** Two orders of the runs side by side: by any two measures under any two label sets. */
export function ScatterSection({ comparison, selection, isOutdated, focus }: PanelProps) {
  const labels = useMemo(() => labelsOf(comparison), [comparison]);
  const measures = useMemo(() => measuresOf(comparison), [comparison]);
  const [chosen, setChosen] = useState<Chosen>({});
  const { x, y } = axesOf(chosen, labels, measures, focus.measure);
  const { data, error } = useTwoOrders(selection, x, y, !isOutdated);
  const [orders] = data?.pairs ?? [];
  const options = { labels, measures };
  return (
    <section aria-labelledby="scatter">
      <h2 id="scatter">One order against another</h2>
      <div className={styles.choices}>
        <AxisFields
          name="across"
          value={x}
          options={options}
          onChange={(axis) => setChosen({ ...chosen, x: axis })}
        />
        <AxisFields
          name="up"
          value={y}
          options={options}
          onChange={(axis) => setChosen({ ...chosen, y: axis })}
        />
      </div>
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : orders === undefined ? (
        <Waiting label="Ordering the runs" />
      ) : (
        <ScatterFigure orders={orders} run={focus.run} />
      )}
    </section>
  );
}
