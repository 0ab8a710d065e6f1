import type { ComparisonBlock } from '@/api/compared';
import { MeasureRow } from '@/features/comparison/scores/MeasureRow';
import { UnjudgedRow } from '@/features/comparison/scores/UnjudgedRow';
import styles from '@/features/comparison/scores/scores.module.css';

type Props = Readonly<{
  block: ComparisonBlock;
  baseline: string | null;
  baselineLabels: string | null;
  test: string;
}>;

/** Runs as columns, measures as rows, and beside the scores the share that nobody judged. */
export function BlockTable({ block, baseline, baselineLabels, test }: Props) {
  const runs = block.rows[0]?.cells.map(({ run }) => run) ?? [];
  return (
    <table className={styles.scores}>
      <thead>
        <tr>
          <th scope="col">measure</th>
          {baseline !== null && (
            <th scope="col">
              <span className={styles.name}>{baseline}</span>
              <small>baseline</small>
            </th>
          )}
          {runs.map((run) => (
            <th key={run} scope="col">
              <span className={styles.name}>{run}</span>
              <small>{baselineLabels === null ? 'difference' : `against ${baselineLabels}`}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row) => (
          <MeasureRow key={row.measure} row={row} hasBaseline={baseline !== null} test={test} />
        ))}
        {block.unjudged.map((unjudged) => (
          <UnjudgedRow
            key={unjudged.cutoff}
            unjudged={unjudged}
            runs={baseline === null ? runs : [baseline, ...runs]}
          />
        ))}
      </tbody>
    </table>
  );
}
