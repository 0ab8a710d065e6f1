import type { ComparisonBlock, ComparisonRow } from '@/api/types';

export type Direction = 'better' | 'worse' | 'equal';

/** What a difference means, whichever way the measure points. */
export function directionOf(difference: number, isLowerBetter: boolean): Direction {
  if (difference === 0) return 'equal';
  return difference < 0 === isLowerBetter ? 'better' : 'worse';
}

/** The best mean of a row, baseline included; null when there is nothing to be best among. */
export function bestOf({
  lower_is_better: isLowerBetter,
  baseline_mean: base,
  cells,
}: ComparisonRow): number | null {
  const means = [base, ...cells.map(({ mean }) => mean)].filter((mean) => typeof mean === 'number');
  if (means.length < 2) return null;
  return isLowerBetter ? Math.min(...means) : Math.max(...means);
}

/** Down to which rank one looks; a measure without a cutoff reads all. */
export function depthWords(cutoff: number | null): string {
  return cutoff === null ? 'whole ranking' : `top ${cutoff}`;
}

/** From this share on, the unjudged are spoken of in a sentence. */
const WORTH_A_SENTENCE = 0.1;

export type Gap = Readonly<{ run: string; cutoff: number | null; share: number }>;

/**
 * The largest share of unjudged passages in a block, when it is large enough to bend the scores. Hardly
 * anyone judges whole rankings: their share counts only where no measure looks less deep.
 */
export function largestGap({ unjudged }: ComparisonBlock): Gap | null {
  const cut = unjudged.filter(({ cutoff }) => cutoff !== null);
  const gaps = (cut.length > 0 ? cut : unjudged).flatMap(({ cutoff, shares }) =>
    shares.map(({ run, share }) => ({ run, cutoff, share: share ?? 0 })),
  );
  const largest = gaps.toSorted((a, b) => b.share - a.share)[0];
  return largest !== undefined && largest.share >= WORTH_A_SENTENCE ? largest : null;
}
