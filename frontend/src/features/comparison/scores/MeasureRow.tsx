import type { ComparisonRow } from '@/api/compared';
import { MissingTopics } from '@/features/comparison/scores/MissingTopics';
import { ScoreCell } from '@/features/comparison/scores/ScoreCell';
import { bestDifference } from '@/features/comparison/texts/verdicts';
import { formatScore } from '@/shared/format';
import { Measure } from '@/shared/ui/Defined';
import styles from '@/features/comparison/scores/scores.module.css';

type Props = Readonly<{ row: ComparisonRow; hasBaseline: boolean; test: string }>;

export function MeasureRow({ row, hasBaseline, test }: Props) {
  const { measure, lower_is_better: isLowerBetter, baseline_mean: base, cells } = row;
  const best = hasBaseline ? bestDifference(row) : null;
  return (
    <tr>
      <th scope="row">
        <Measure name={measure} />
        {isLowerBetter && (
          <abbr title="lower is better" aria-label="lower is better">
            {'\u00a0'}↓
          </abbr>
        )}
      </th>
      {hasBaseline && (
        <td>
          <span className={best === 0 ? styles.best : styles.mean}>
            {formatScore(base, isLowerBetter)}
          </span>
          <MissingTopics n={row.baseline_n_missing} />
        </td>
      )}
      {cells.map((cell) => (
        <ScoreCell
          key={cell.run}
          cell={cell}
          isLowerBetter={isLowerBetter}
          isBest={cell.difference === best}
          test={test}
          showsOwnBase={!hasBaseline}
        />
      ))}
    </tr>
  );
}
