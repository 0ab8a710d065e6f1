import { useCallback, useMemo } from 'react';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { drawSlopes } from '@/features/comparison/order/drawSlopes';
import { isLowerBetter, measuresOf } from '@/features/comparison/texts/measuresOf';
import { pointsOf } from '@/features/comparison/order/slopes';
import { slopeTable } from '@/features/comparison/order/slopeTable';

/** What the labels do to the order of the runs. */
export default function OrderPanel({ comparison, focus: { measure }, onFocus }: PanelProps) {
  const measures = measuresOf(comparison);
  const isRank = isLowerBetter(comparison, measure);
  const title = `Mean ${measure} of each run under each label set`;
  const way = isRank ? 'Lower is better, so the axis is turned: up is better.' : 'Up is better.';
  const points = useMemo(() => pointsOf(comparison, measure), [comparison, measure]);
  const draw = useCallback(
    (width: number) => drawSlopes({ points, isRank, width }),
    [points, isRank],
  );

  return (
    <section aria-labelledby="slopes">
      <h2 id="slopes">What the labels do to the order</h2>
      <SelectField
        label="Measure"
        options={measures}
        value={measure}
        onChange={(name) => onFocus({ measure: name })}
      />
      <Figure
        title={title}
        caption={`${title}, ${comparison.topics.n} topics. ${way}`}
        draw={draw}
        table={slopeTable(points, isRank)}
        fileName={`runs-by-labels-${measure}`}
      />
    </section>
  );
}
