import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { PairGrid } from '@/features/comparison/significance/PairGrid';
import { hasBaseline, isDrawn } from '@/features/comparison/significance/familyChoice';
import type { Adjustment, Method } from '@/features/comparison/significance/familyChoice';
import {
  describeFamily,
  pairNumbers,
  sourcesTable,
} from '@/features/comparison/significance/familyTables';
import { CORRECTIONS } from '@/shared/evaluation/testNames';
import { TableView } from '@/shared/ui/figure/TableView';
import { Fold } from '@/shared/ui/Fold';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ compared: ComparedSystems; looked: SystemFamily }>;

/** What the method says: letters and pairs, or the sources of variance. */
export function SystemsAnswer({ compared, looked }: Props) {
  const method = compared.method as Method;
  const corrected = looked.correction === null ? '' : CORRECTIONS[looked.correction as Adjustment];
  const isWhole = looked.pairs.length > 0 && !hasBaseline(method);
  const pairs = <TableView table={pairNumbers(looked)} />;
  return (
    <>
      <p className={text.soft}>
        {looked.sample != null && `Means under ${looked.labels} are ${looked.sample.text}. `}
        {describeFamily(compared, looked, isDrawn(method), corrected)}{' '}
        {looked.letters !== null && 'Runs that share a letter were not found to differ.'}
        {looked.letters === null &&
          hasBaseline(method) &&
          'Letters need all pairs: choose a method that compares them.'}
      </p>
      <PairGrid key={compared.runs.join()} {...{ compared, looked }} isWhole={isWhole} />
      {isWhole ? (
        <Fold summary="The pairs in numbers">{pairs}</Fold>
      ) : (
        looked.pairs.length > 0 && pairs
      )}
      {looked.sources.length > 0 && <TableView table={sourcesTable(looked)} />}
    </>
  );
}
