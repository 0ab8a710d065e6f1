import type { CampaignSummary } from '@/api/types';
import { stateName } from '@/shared/stateNames';

type Props = Readonly<{ state: CampaignSummary['state']; isSimulated: boolean }>;

export function CampaignTags({ state, isSimulated }: Props) {
  return (
    <>
      <span className={`tag ${state}`}>{stateName(state)}</span>{' '}
      {isSimulated && <span className="tag simulated">simulated assessors</span>}
    </>
  );
}
