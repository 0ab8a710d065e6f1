import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { addressOf } from '@/features/comparison/choice/selection';
import { FocusField } from '@/features/comparison/kit/FocusFields';
import { KeepAnswer } from '@/features/comparison/keeping/KeepAnswer';
import { CorrelationTable } from '@/features/comparison/order/CorrelationTable';
import { ScatterSection } from '@/features/comparison/order/ScatterSection';
import { SlopeFigure } from '@/features/comparison/order/SlopeFigure';
import { isLowerBetter } from '@/features/comparison/texts/measuresOf';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { Waiting } from '@/shared/ui/requests/Waiting';
import buttons from '@/shared/styles/buttons.module.css';

/** What labels and measures do to the order of the runs. */
export default function OrderPanel(props: PanelProps) {
  const { comparison, selection, isOutdated, focus } = props;
  const { measure, run } = focus;
  const query = `${addressOf(selection)}&measure=${encodeURIComponent(measure)}`;
  const { data, error } = useCompared(
    '/api/comparison/order',
    selection,
    { measure },
    { enabled: !isOutdated },
  );
  return (
    <>
      <section aria-labelledby="slopes">
        <h2 id="slopes">What the labels do to the order</h2>
        <FocusField {...props} part="measure" />
        {error !== null ? (
          <ErrorMessage error={error} />
        ) : data === undefined ? (
          <Waiting label="Ordering the runs" />
        ) : (
          <>
            <SlopeFigure
              orders={data}
              measure={measure}
              isRank={isLowerBetter(comparison, measure)}
              run={run}
              nTopics={comparison.topics.n}
            />
            <h3>How alike the orders are</h3>
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
      </section>
      <ScatterSection {...props} />
    </>
  );
}
