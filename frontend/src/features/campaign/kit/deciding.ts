import type { CampaignState, PairChoices } from '@/api/types';

type Only = PairChoices['only'][number]['only'];

/** Why nothing is decided in a campaign that is in this state; empty where something may be. */
export function whyNothingIsDecided(state: CampaignState): string {
  if (state === 'draft' || state === 'pilot')
    return 'The campaign has not been opened; there is nothing to decide yet.';
  return state === 'archived' ? 'The campaign is archived; its decisions stay as they are.' : '';
}

/** The address where pairs are settled one after the other. */
export const settlingPage = (campaignId: number): string => `/campaigns/${campaignId}/adjudicate`;

/** How many pairs of a kind nobody decided on yet. */
export const countUndecided = ({ only: counts }: PairChoices, sought: Only): number =>
  counts.find(({ only }) => only === sought)?.n_undecided ?? 0;

/** The address of the list that shows them. */
export const undecidedPairs = (campaignId: number, sought: Only): string =>
  `/campaigns/${campaignId}/pairs?only=${sought}&only=undecided`;
