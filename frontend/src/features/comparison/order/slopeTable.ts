import type { Point } from '@/features/comparison/order/slopes';
import { formatScore } from '@/shared/format';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** A row for each run, a column for each label set. */
export function slopeTable(points: readonly Point[], isRank: boolean): FigureTable<string> {
  const meanOf = (run: string, labels: string): number | null =>
    points.find((point) => point.run === run && point.labels === labels)?.mean ?? null;
  return {
    name: 'Means by run and label set',
    columns: [
      words('run', (run) => run),
      ...unique(points.map(({ labels }) => labels)).map((labels) =>
        numbers<string>(
          labels,
          (run) => meanOf(run, labels),
          (mean) => formatScore(mean, isRank),
        ),
      ),
    ],
    rows: unique(points.map(({ run }) => run)),
  };
}
