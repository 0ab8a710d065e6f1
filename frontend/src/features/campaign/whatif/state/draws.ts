import type { DrawnBlock } from '@/api/types';

/** Blocks of draws as one: what `draw_again` would have found of all of them. */
export type Draws = Readonly<{
  /** Those that left a topic. */
  nDraws: number;
  nDrawn: number;
  /** Mean share of pairs none of whose assessors was drawn. */
  keptVotes: number;
  runs: DrawnBlock['runs'];
}>;

const sums = (lists: readonly (readonly number[])[]): number[] =>
  (lists[0] ?? []).map((_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0));

export function addUp(blocks: readonly DrawnBlock[]): Draws {
  const asked = sums(blocks.map(({ leads }) => [leads.length]))[0] ?? 0;
  const kept = blocks.reduce((sum, block) => sum + block.share_kept * block.leads.length, 0);
  const [first] = blocks;
  return {
    nDraws: blocks.reduce((sum, block) => sum + block.n_draws, 0),
    nDrawn: asked,
    keptVotes: asked === 0 ? 0 : kept / asked,
    runs: (first?.runs ?? []).map(({ run }, at) => ({
      run,
      ahead_of: sums(blocks.map(({ runs }) => runs[at]?.ahead_of ?? [])),
      places: sums(blocks.map(({ runs }) => runs[at]?.places ?? [])),
    })),
  };
}

/** Draws in which one run is ahead of another; null where the draws are of other runs. */
export function countAhead({ runs }: Draws, leader: string, other: string): number | null {
  const at = runs.findIndex(({ run }) => run === other);
  return runs.find(({ run }) => run === leader)?.ahead_of[at] ?? null;
}

/** Why there are fewer draws than planned; empty while more come, and where all did. */
export const sayFewer = ({ nDrawn }: Draws, isWhole: boolean, nPlanned: number): string =>
  isWhole && nDrawn < nPlanned
    ? `The server drew ${nDrawn} of the ${nPlanned} times planned, as the campaign has many votes.`
    : '';
