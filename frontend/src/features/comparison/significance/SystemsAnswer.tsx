import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { hasBaseline, isDrawn } from '@/features/comparison/significance/familyChoice';
import type { Adjustment, Method } from '@/features/comparison/significance/familyChoice';
import { describeFamily, sourcesTable } from '@/features/comparison/significance/familyTables';
import { PairsTable } from '@/features/comparison/significance/PairsTable';
import { CORRECTIONS } from '@/shared/evaluation/testNames';
import { TableView } from '@/shared/ui/figure/TableView';
import { rankRuns } from '@/features/comparison/significance/families';
import type { RankedRun } from '@/features/comparison/significance/families';
import { formatScore } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

type LettersTableProps = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** Runs by their mean; under each label set two that share a letter were not found to differ. */
function LettersTable({ compared, looked }: LettersTableProps) {
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

type Props = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** What the method says: letters and pairs, or the sources of variance. */
export function SystemsAnswer({ compared, looked }: Props) {
  const method = compared.method as Method;
  const corrected = looked.correction === null ? '' : CORRECTIONS[looked.correction as Adjustment];
  const against = hasBaseline(method) ? (looked.pairs[0]?.baseline ?? null) : null;
  return (
    <>
      <p className={text.soft}>
        {describeFamily(compared, looked, isDrawn(method), corrected)}{' '}
        {looked.letters !== null && 'Runs that share a letter were not found to differ.'}
        {looked.letters === null &&
          hasBaseline(method) &&
          'Letters need all pairs: choose a method that compares them.'}
      </p>
      <LettersTable compared={compared} looked={looked} />
      {looked.pairs.length > 0 && <PairsTable {...{ compared, looked, against }} />}
      {looked.sources.length > 0 && <TableView table={sourcesTable(looked)} />}
    </>
  );
}
