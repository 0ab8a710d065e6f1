import type { ComparisonBlock } from '@/api/compared';

/** Down to which rank one looks; a measure without a cutoff reads all. */
export function formatDepth(cutoff: number | null): string {
  return cutoff === null ? 'whole ranking' : `top ${cutoff}`;
}

/** From this share on, the unjudged are spoken of in a sentence. */
const WORTH_A_SENTENCE = 0.1;

type Gap = Readonly<{ run: string; cutoff: number | null; share: number }>;

/**
 * The largest share of unjudged passages in a block, when it is large enough to bend the scores. Hardly
 * anyone judges whole rankings: their share counts only where no measure looks less deep. Runs of which
 * nothing has a label are left out where the server has notes on them.
 */
export function largestGap({ unjudged, notes }: ComparisonBlock): Gap | null {
  const shares = unjudged.flatMap((depth) => depth.shares);
  const hasNote = (name: string) =>
    notes.length > 0 && shares.every(({ run, share }) => run !== name || share === 1);
  const cut = unjudged.filter(({ cutoff }) => cutoff !== null);
  const gaps = (cut.length > 0 ? cut : unjudged).flatMap(({ cutoff, shares }) =>
    shares.map(({ run, share }) => ({ run, cutoff, share: share ?? 0 })),
  );
  const largest = gaps.filter(({ run }) => !hasNote(run)).toSorted((a, b) => b.share - a.share)[0];
  return largest !== undefined && largest.share >= WORTH_A_SENTENCE ? largest : null;
}
