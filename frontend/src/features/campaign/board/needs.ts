import type { Board, BoardDetails, CampaignState, PairChoices } from '@/api/types';
import { countUndecided, undecidedPairs } from '@/features/campaign/kit/deciding';
import { counted } from '@/shared/format/numbers';
import { formatMany } from '@/features/campaign/kit/formatMany';

export type Need = Readonly<{ text: string; address: string }>;

const found = (n: number, one: string, many: string): string =>
  `${formatMany(n)} ${n === 1 ? one : many}`;

const TEXTS = [
  ['tied', (n: number) => found(n, 'tie', 'ties')],
  [
    'waiting',
    (n: number) =>
      found(
        n,
        'pair set aside: too many could not judge it',
        'pairs set aside: too many could not judge them',
      ),
  ],
  ['apart', (n: number) => found(n, 'pair with grades far apart', 'pairs with grades far apart')],
  [
    'off_gold',
    (n: number) =>
      found(
        n,
        'pair where somebody missed the known grade',
        'pairs where somebody missed the known grade',
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
  const text = found(n, 'person whose work needs a look', 'people whose work needs a look');
  return n === 0 ? [] : [{ text, address: `/campaigns/${campaignId}/assessors` }];
}

type Lack = NonNullable<Board['forecast']>['lack'];

const MOST_NAMED = 3;

function forPeople({ n_by_people: n, n_people: nPeople, n_places: nPlaces }: Lack): string {
  const who = nPeople === 1 ? 'another person' : `${nPeople} more people`;
  const way = nPeople === 1 ? 'invite one' : 'invite them';
  const joining = `${counted(nPlaces, 'invited person', 'invited people')} not joined yet`;
  return `${found(n, 'judgment needs', 'judgments need')} ${who}: ${nPlaces === 0 ? way : joining}`;
}

function forQuotas({ n_by_quotas: n, quotas_of: names }: Lack): string {
  const named = names.length <= MOST_NAMED ? ` (${names.join(', ')})` : '';
  const quotas = counted(names.length, 'quota');
  return `${found(n, 'judgment needs', 'judgments need')} higher quotas: raise ${quotas}${named}`;
}

/** What nobody at work may give, by what it takes; only where judging goes on. */
export function lackNeeds(id: number, state: CampaignState, lack: Lack | undefined): Need[] {
  if (lack === undefined || (state !== 'open' && state !== 'paused')) return [];
  const texts = [
    ...(lack.n_by_people > 0 ? [forPeople(lack)] : []),
    ...(lack.n_by_quotas > 0 ? [forQuotas(lack)] : []),
  ];
  return texts.map((text) => ({ text, address: `/campaigns/${id}/people` }));
}
