import type { Stretch } from '@/features/judging/pair/wordBorders';

export type Mark<Of> = Stretch & Readonly<{ of: Of }>;

export type Piece<Of> = Stretch & Readonly<{ mark: Mark<Of> | null; isSeam: boolean }>;

/**
 * A block of text cut at the borders of its marks and at the seam, the one blank at which a rotated
 * text begins anew. In order; joined again the pieces are the block.
 */
export function piecesOf<Of>(
  block: Stretch,
  marks: readonly Mark<Of>[],
  seam: number | null,
): Piece<Of>[] {
  const edges = [...marks.flatMap(({ from, to }) => [from, to])];
  if (seam !== null) edges.push(seam, seam + 1);
  const inside = edges.filter((edge) => edge > block.from && edge < block.to);
  const cuts = [...new Set([block.from, ...inside, block.to])].sort((a, b) => a - b);
  return cuts.slice(1).map((to, i) => {
    const from = cuts[i] ?? block.from;
    return {
      from,
      to,
      mark: marks.find((mark) => mark.from <= from && to <= mark.to) ?? null,
      isSeam: from === seam,
    };
  });
}
