import type { CampaignSummary } from '@/api/types';
import { stateName } from '@/shared/judging/stateNames';
import { Tag } from '@/shared/ui/Tag';

type Props = Readonly<{ state: CampaignSummary['state']; isSimulated: boolean }>;

export function CampaignTags({ state, isSimulated }: Props) {
  return (
    <>
      <Tag tone={state === 'open' ? 'open' : undefined}>{stateName(state)}</Tag>{' '}
      {isSimulated && <Tag tone="simulated">simulated assessors</Tag>}
    </>
  );
}
