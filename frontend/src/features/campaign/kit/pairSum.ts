import type { CampaignOverview } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

/** The pairs of a campaign by kind; each pair is of one kind. */
export interface PairKinds {
  regular: number;
  pilot?: number;
  /** Judged by everyone, outside the pilot. */
  forAll?: number;
  gold?: number;
  qualification?: number;
}

/** The kinds as a campaign has them. */
export const pairsOf = ({
  for_all: forAll,
  ...kinds
}: NonNullable<CampaignOverview['pairs']>): PairKinds => ({
  ...kinds,
  forAll,
});

const NAMES: [keyof PairKinds, string][] = [
  ['regular', 'regular'],
  ['pilot', 'pilot'],
  ['forAll', 'for everyone'],
  ['gold', 'gold'],
  ['qualification', 'qualification'],
];

/** "30 pairs = 17 regular + 5 pilot + 2 for everyone + 6 gold"; "30 pairs" where all are regular. */
export function sayPairSum(kinds: PairKinds): string {
  const parts = NAMES.map(([kind, name]) => [kinds[kind] ?? 0, name] as const);
  const n = parts.reduce((sum, [count]) => sum + count, 0);
  const total = counted(n, 'pair');
  const present = parts.filter(([count]) => count > 0);
  if (present.length === 0 || n === kinds.regular) return total;
  return `${total} = ${present.map(([count, name]) => `${formatCount(count)} ${name}`).join(' + ')}`;
}
