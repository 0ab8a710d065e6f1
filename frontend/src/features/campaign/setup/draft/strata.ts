import type { FirstRelevant, Stratum } from '@/features/campaign/api/setup';

/** Topics whose first relevant passage lies at these ranks. */
export const countTopics = (
  { ranks, n_topics: counts }: FirstRelevant,
  first: number,
  last: number,
): number =>
  ranks.reduce((sum, rank, i) => (first <= rank && rank <= last ? sum + (counts[i] ?? 0) : sum), 0);

const ROUND = [1, 3, 5, 10, 20, 50, 100, 200, 500, 1000];
const NAMES = [['all'], ['top', 'deep'], ['top', 'middle', 'deep']];
const MOST_DRAWN = 50;

/** The borders that part the topics into about equal shares: round ranks, where they part them. */
function bordersOf(found: FirstRelevant): number[] {
  const deepest = found.ranks.at(-1) ?? 0;
  const parting = (ranks: readonly number[]): number[] =>
    ranks.filter((rank) => rank < deepest && countTopics(found, 1, rank) > 0);
  const round = parting(ROUND);
  const possible = round.length > 0 ? round : parting(found.ranks);
  const total = countTopics(found, 1, deepest);
  const nearest = [1 / 3, 2 / 3].map((share) =>
    possible.reduce<number | null>((best, rank) => {
      const miss = (at: number) => Math.abs(countTopics(found, 1, at) - share * total);
      return best === null || miss(rank) < miss(best) ? rank : best;
    }, null),
  );
  const borders = [...new Set(nearest)].filter((rank): rank is number => rank !== null);
  // Two round borders may have no topic between them.
  return borders.filter((rank, i) => countTopics(found, (borders[i - 1] ?? 0) + 1, rank) > 0);
}

/** Strata that the topics can give: each has some, and asks for no more than it has. */
export function proposeStrata(found: FirstRelevant): Stratum[] {
  const deepest = found.ranks.at(-1);
  if (deepest === undefined) return [];
  const total = countTopics(found, 1, deepest);
  const ends = [...bordersOf(found), deepest];
  const names = NAMES[ends.length - 1] ?? [];
  return ends.map((last, i) => {
    const first = (ends[i - 1] ?? 0) + 1;
    const n = countTopics(found, first, last);
    const share = Math.max(1, Math.round((n / total) * Math.min(total, MOST_DRAWN)));
    return { name: names[i] ?? `${first}-${last}`, first, last, n: Math.min(n, share) };
  });
}

/** One more row, behind the deepest rank of the others, with the topics that are left there. */
export function nextStratum(strata: readonly Stratum[], found: FirstRelevant): Stratum {
  const first = Math.max(0, ...strata.map(({ last }) => last)) + 1;
  const last = Math.max(first, found.ranks.at(-1) ?? first);
  const taken = new Set(strata.map(({ name }) => name));
  let number = strata.length + 1;
  while (taken.has(`stratum ${number}`)) number += 1;
  return { name: `stratum ${number}`, first, last, n: countTopics(found, first, last) };
}
