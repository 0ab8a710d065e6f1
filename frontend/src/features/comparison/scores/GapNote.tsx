import type { ComparisonBlock } from '@/api/compared';
import { formatDepth, largestGap } from '@/features/comparison/texts/verdicts';
import { formatShare } from '@/shared/format';
import styles from '@/features/comparison/scores/Block.module.css';

/**
 * Says in a sentence what a large share of unjudged passages does to the scores above; where nothing of a
 * run has a label, in the server's words, which name the likely cause.
 */
export function GapNote({ block }: Readonly<{ block: ComparisonBlock }>) {
  if (block.notes.length > 0) {
    return (
      <p className={styles.gap}>
        <b>Mind the unjudged:</b> {block.notes.join(' ')}
      </p>
    );
  }
  const gap = largestGap(block);
  if (gap === null) return null;
  return (
    <p className={styles.gap}>
      <b>Mind the unjudged:</b> of the {formatDepth(gap.cutoff)} of {gap.run},{' '}
      {formatShare(gap.share)} have no label here and count as not relevant.
    </p>
  );
}
