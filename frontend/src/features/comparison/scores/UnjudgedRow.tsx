import type { ComparisonBlock } from '@/api/compared';
import { formatDepth } from '@/features/comparison/texts/verdicts';
import { measureDefinition } from '@/shared/definitions/definitions';
import { formatShare } from '@/shared/format';
import { Defined } from '@/shared/ui/Defined';
import styles from '@/features/comparison/scores/scores.module.css';

type Props = Readonly<{
  unjudged: ComparisonBlock['unjudged'][number];
  runs: readonly string[];
}>;

export function UnjudgedRow({ unjudged: { cutoff, shares }, runs }: Props) {
  const shareOf = (run: string): number | null =>
    shares.find((one) => one.run === run)?.share ?? null;
  return (
    <tr className={styles.unjudged}>
      <th scope="row">
        <Defined at={measureDefinition('Unjudged')}>unjudged</Defined> in {formatDepth(cutoff)}
      </th>
      {runs.map((run) => (
        <td key={run}>{formatShare(shareOf(run))}</td>
      ))}
    </tr>
  );
}
