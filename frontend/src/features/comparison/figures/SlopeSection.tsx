import { useCallback, useState } from 'react';
import type { Comparison } from '@/api/types';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/Figure';
import { SlopeTable } from '@/features/comparison/figures/SlopeTable';
import { drawSlopes } from '@/features/comparison/figures/drawSlopes';
import { isLowerBetter, measuresOf, pointsOf } from '@/features/comparison/figures/slopes';

/** What the labels do to the order of the runs. */
export function SlopeSection({ comparison }: Readonly<{ comparison: Comparison }>) {
  const measures = measuresOf(comparison);
  const [chosen, setChosen] = useState<string | null>(null);
  const measure = measures.find((name) => name === chosen) ?? measures[0] ?? '';
  const isRank = isLowerBetter(comparison, measure);
  const title = `Mean ${measure} of each run under each label set`;

  const draw = useCallback(
    (width: number) => drawSlopes({ points: pointsOf(comparison, measure), isRank, title, width }),
    [comparison, measure, isRank, title],
  );

  return (
    <section aria-labelledby="slopes">
      <h2 id="slopes">What the labels do to the order</h2>
      <SelectField label="Measure" options={measures} value={measure} onChange={setChosen} />
      <Figure
        draw={draw}
        table={<SlopeTable points={pointsOf(comparison, measure)} isRank={isRank} />}
      >
        {title}, {comparison.topics.n} topics.{' '}
        {isRank ? 'Lower is better, so the axis is turned: up is better.' : 'Up is better.'}
      </Figure>
    </section>
  );
}
