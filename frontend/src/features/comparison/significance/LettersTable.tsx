import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { rankRuns } from '@/features/comparison/significance/families';
import type { RankedRun } from '@/features/comparison/significance/families';
import { formatScore } from '@/shared/format';
import { runPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';

type Props = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** Runs by their mean; under each label set two that share a letter were not found to differ. */
export function LettersTable({ compared, looked }: Props) {
  const isRank = looked.lower_is_better;
  const columns = compared.families.flatMap(({ labels, letters }, place) => [
    numbers<RankedRun>(
      labels,
      ({ shown }) => shown[place]?.mean ?? null,
      (mean) => formatScore(mean, isRank),
    ),
    ...(letters === null
      ? []
      : [words<RankedRun>(`${labels}: letters`, ({ shown }) => shown[place]?.letters ?? '')]),
  ]);
  return (
    <TableView
      table={{
        name: `Means of ${looked.measure} with letters`,
        columns: [
          words<RankedRun>(
            'run',
            ({ run }) => run,
            ({ run }) => <Link to={runPath(run)}>{run}</Link>,
          ),
          ...columns,
        ],
        rows: rankRuns(compared, looked),
      }}
    />
  );
}
