import type { CampaignSummary } from '@/api/types';

type Props = Readonly<{ campaign: CampaignSummary }>;

export function CampaignHead({ campaign: { name, state, is_simulated: isSimulated } }: Props) {
  return (
    <header className="campaign-head">
      <h1>
        {name} <span className={`tag ${state}`}>{state}</span>{' '}
        {isSimulated && <span className="tag simulated">simulated assessors</span>}
      </h1>
    </header>
  );
}
