import { useMemo } from 'react';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { addressOf } from '@/features/comparison/choice/selection';
import { KeepAnswer } from '@/features/comparison/saved/save/KeepAnswer';
import { FocusField } from '@/features/comparison/kit/FocusFields';
import { CorrelationTable } from '@/features/comparison/order/CorrelationTable';
import { RunScatter } from '@/features/comparison/order/RunScatter';
import { SlopeFigure } from '@/features/comparison/order/SlopeFigure';
import { NAMES, readAxes } from '@/features/comparison/order/axes';
import type { Axis, AxisName } from '@/features/comparison/order/axes';
import { isLowerBetter, labelsOf, measuresOf } from '@/features/comparison/texts/measuresOf';
import { sentence } from '@/shared/requests/errors';
import { useAddress } from '@/shared/routing/useAddress';
import { Fold } from '@/shared/ui/Fold';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { AddressNotes } from '@/shared/ui/requests/AddressNotes';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import styles from '@/features/comparison/order/order.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type AxisProps = Readonly<{
  name: string;
  value: Axis;
  options: Readonly<{ labels: readonly string[]; measures: readonly string[] }>;
  onChange: (part: Partial<Axis>) => void;
}>;

function AxisFields({ name, value, options, onChange }: AxisProps) {
  return (
    <>
      <SelectField
        label={`Measure ${name}`}
        options={options.measures}
        value={value.measure}
        onChange={(measure) => onChange({ measure })}
      />
      <SelectField
        label={`Labels ${name}`}
        options={options.labels}
        value={value.labels}
        onChange={(labels) => onChange({ labels })}
      />
    </>
  );
}

/** Two orders of the runs side by side: by any two measures under any two label sets. */
function ScatterAnswer(props: PanelProps) {
  const { comparison, focus } = props;
  const [params, change] = useAddress('/compare');
  const options = useMemo(
    () => ({ labels: labelsOf(comparison), measures: measuresOf(comparison) }),
    [comparison],
  );
  const { x, y, found } = readAxes(params, options, focus.measure);
  const question = {
    ...{ labels_x: x.labels, measure_x: x.measure },
    ...{ labels_y: y.labels, measure_y: y.measure },
  };
  const { data, error } = useCompared('/api/comparison/two-orders', props, question);
  const [orders] = data?.pairs ?? [];
  const choose =
    (axis: AxisName) =>
    (part: Partial<Axis>): void =>
      change(
        Object.fromEntries(
          Object.entries(part).map(([kind, name]) => [NAMES[axis][kind as keyof Axis], name]),
        ),
      );
  return (
    <>
      <div className={styles.choices}>
        <AxisFields name="across" value={x} options={options} onChange={choose('x')} />
        <AxisFields name="up" value={y} options={options} onChange={choose('y')} />
      </div>
      <AddressNotes notes={found} />
      {error !== null ? (
        <p className={text.soft}>{sentence(error)}</p>
      ) : orders === undefined ? (
        <Waiting label="Ordering the runs" />
      ) : (
        <>
          <RunScatter orders={orders} run={focus.run} />
          <KeepAnswer {...props} kind="two-orders" question={question} />
        </>
      )}
    </>
  );
}

/** How the address names the two orders that are drawn. */
const AXES = Object.values(NAMES).flatMap((axis) => Object.values(axis));

/** What labels and measures do to the order of the runs. */
export default function OrderPanel(props: PanelProps) {
  const { comparison, selection, focus } = props;
  const { measure, run } = focus;
  const query = `${addressOf(selection)}&measure=${encodeURIComponent(measure)}`;
  const [params] = useAddress('/compare');
  const orders = useCompared('/api/comparison/order', props, { measure });
  return (
    <>
      <section aria-labelledby="slopes">
        <h2 id="slopes">What the labels do to the order</h2>
        <FocusField {...props} part="measure" />
        <Loaded query={orders} waiting="Ordering the runs">
          {(data) => (
            <>
              <SlopeFigure
                orders={data}
                measure={measure}
                isRank={isLowerBetter(comparison, measure)}
                run={run}
                nTopics={comparison.topics.n}
              />
              <h3>How similar the orders are</h3>
              <CorrelationTable orders={data} />
              {data.pairs.length > 0 && (
                <p className={buttons.actions}>
                  <CsvLinks href={`/api/comparison/order?format=csv&${query}`}>
                    Download correlations as CSV
                  </CsvLinks>
                </p>
              )}
              <KeepAnswer {...props} kind="order" question={{ measure }} />
            </>
          )}
        </Loaded>
      </section>
      <section aria-labelledby="scatter">
        <Fold
          summary={<h2 id="scatter">One order against another</h2>}
          startsOpen={AXES.some((name) => params.has(name))}
        >
          <ScatterAnswer {...props} />
        </Fold>
      </section>
    </>
  );
}
