import { useCallback, useMemo, useState } from 'react';
import type { Comparison } from '@/api/types';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { drawSlopes } from '@/features/comparison/figures/drawSlopes';
import { isLowerBetter, measuresOf, pointsOf } from '@/features/comparison/figures/slopes';
import { slopeTable } from '@/features/comparison/figures/slopeTable';

/** What the labels do to the order of the runs. */
export function SlopeSection({ comparison }: Readonly<{ comparison: Comparison }>) {
  const measures = measuresOf(comparison);
  const [chosen, setChosen] = useState<string | null>(null);
  const measure = measures.find((name) => name === chosen) ?? measures[0] ?? '';
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
      <SelectField label="Measure" options={measures} value={measure} onChange={setChosen} />
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
