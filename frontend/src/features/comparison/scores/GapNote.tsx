import type { ComparisonBlock } from '@/api/compared';
import { formatDepth, largestGap } from '@/features/comparison/texts/verdicts';
import { formatShare } from '@/shared/format';
import styles from '@/features/comparison/scores/Block.module.css';

/**
 * Says in a sentence what a large share of unjudged passages does to the scores above. Of a run without any
 * label it speaks in the server's words, which name the likely cause.
 */
export function GapNote({ block }: Readonly<{ block: ComparisonBlock }>) {
  const gap = largestGap(block);
  const ofGap =
    gap &&
    `Of the ${formatDepth(gap.cutoff)} of ${gap.run}, ${formatShare(gap.share)} have no label here and count as not relevant.`;
  const sentences = [...block.notes, ...(ofGap === null ? [] : [ofGap])];
  if (sentences.length === 0) return null;
  return (
    <p className={styles.gap}>
      <b>Mind the unjudged:</b> {sentences.join(' ')}
    </p>
  );
}
