import type { Point } from '@/features/comparison/figures/slopes';
import { formatScore } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';

type Props = Readonly<{ points: readonly Point[]; isRank: boolean }>;

export function SlopeTable({ points, isRank }: Props) {
  const labels = [...new Set(points.map((point) => point.labels))];
  const runs = [...new Set(points.map((point) => point.run))];
  const meanOf = (run: string, name: string): number | null =>
    points.find((point) => point.run === run && point.labels === name)?.mean ?? null;
  return (
    <Scroller label="Means by run and label set">
      <table className={table.grid}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              run
            </th>
            {labels.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run}>
              <th scope="row" className={table.words}>
                {run}
              </th>
              {labels.map((name) => (
                <td key={name}>{formatScore(meanOf(run, name), isRank)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
