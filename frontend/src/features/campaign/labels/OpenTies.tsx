import { Link } from '@/shared/routing/Link';
import type { CampaignState } from '@/api/types';
import { usePairChoices } from '@/features/campaign/api/pairs';
import {
  countUndecided,
  undecidedPairs,
  whyNothingIsDecided,
} from '@/features/campaign/kit/deciding';
import { formatMany } from '@/features/campaign/kit/formatMany';

type Props = Readonly<{ campaignId: number; state: CampaignState }>;

/** Leads to the ties that nobody decided on, where there are any. */
export function OpenTies({ campaignId, state }: Props) {
  const isPossible = whyNothingIsDecided(state) === '';
  const { data } = usePairChoices(campaignId, isPossible);
  const n = data === undefined ? 0 : countUndecided(data, 'tied');
  if (!isPossible || n === 0) return null;
  return (
    <p>
      <Link to={undecidedPairs(campaignId, 'tied')}>
        {formatMany(n)} {n === 1 ? 'tie: decide on it' : 'ties: decide on them'}
      </Link>
    </p>
  );
}
