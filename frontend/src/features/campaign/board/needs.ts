import type { BoardDetails, PairChoices } from '@/api/types';
import { countUndecided, undecidedPairs } from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';

type Need = Readonly<{ text: string; address: string }>;

const found = (n: number, one: string, many: string): string =>
  `${formatMany(n)} ${n === 1 ? one : many}`;

const TEXTS = [
  ['tied', (n: number) => found(n, 'tie', 'ties')],
  [
    'waiting',
    (n: number) =>
      found(
        n,
        'pair waits: too many could not judge it',
        'pairs wait: too many could not judge them',
      ),
  ],
  ['apart', (n: number) => found(n, 'pair with grades far apart', 'pairs with grades far apart')],
  [
    'off_gold',
    (n: number) =>
      found(
        n,
        'pair where somebody missed the expert’s grade',
        'pairs where somebody missed the expert’s grade',
      ),
  ],
] as const;

/** The pairs that nobody but an adjudicator can settle, by what is the matter with them. */
export const needsOf = (campaignId: number, choices: PairChoices): Need[] =>
  TEXTS.flatMap(([only, text]) => {
    const n = countUndecided(choices, only);
    return n === 0 ? [] : [{ text: text(n), address: undecidedPairs(campaignId, only) }];
  });

type Checks = Pick<BoardDetails['assessors'][number], 'pace' | 'gold' | 'repeats'>;

/** How many people's work has a sign that deserves a look; none blocks anybody. */
export function flagged(campaignId: number, assessors: readonly Checks[]): Need[] {
  const n = assessors.filter(({ pace, gold, repeats }) =>
    [pace, gold, repeats].some((check) => check?.is_flagged),
  ).length;
  const text = found(n, 'person whose work deserves a look', 'people whose work deserves a look');
  return n === 0 ? [] : [{ text, address: `/campaigns/${campaignId}/assessors` }];
}
