import type { PairChoices } from '@/api/types';
import { countUndecided, undecidedPairs } from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';

export type Need = Readonly<{ text: string; address: string }>;

const told = (n: number, one: string, many: string): string =>
  `${formatMany(n)} ${n === 1 ? one : many}`;

const TEXTS = [
  ['tied', (n: number) => told(n, 'tie', 'ties')],
  [
    'waiting',
    (n: number) =>
      told(
        n,
        'pair waits: too many could not judge it',
        'pairs wait: too many could not judge them',
      ),
  ],
  [
    'off_gold',
    (n: number) =>
      told(
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
