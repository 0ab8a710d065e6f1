import type { Stretch } from '@/features/judging/pair/wordBorders';

export type HighlightedStretch<Of> = Stretch & Readonly<{ of: Of }>;

export type Piece<Of> = Stretch &
  Readonly<{ highlight: HighlightedStretch<Of> | null; isSeam: boolean }>;

/**
 * A block of text split at the borders of its highlights and at the seam, the blank where a rotated text
 * starts over. In order; joined, the pieces are the block.
 */
export function piecesOf<Of>(
  block: Stretch,
  highlights: readonly HighlightedStretch<Of>[],
  seam: number | null,
): Piece<Of>[] {
  const edges = [...highlights.flatMap(({ from, to }) => [from, to])];
  if (seam !== null) edges.push(seam, seam + 1);
  const inside = edges.filter((edge) => edge > block.from && edge < block.to);
  const cuts = [...new Set([block.from, ...inside, block.to])].sort((a, b) => a - b);
  return cuts.slice(1).map((to, i) => {
    const from = cuts[i] ?? block.from;
    return {
      from,
      to,
      highlight: highlights.find((one) => one.from <= from && to <= one.to) ?? null,
      isSeam: from === seam,
    };
  });
}
