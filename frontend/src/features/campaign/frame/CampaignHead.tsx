import type { CampaignOverview } from '@/api/types';
import { StateActions } from '@/features/campaign/frame/StateActions';
import { WaitingFor } from '@/features/campaign/frame/WaitingFor';
import { stateName } from '@/shared/stateNames';

type Props = Readonly<{ campaign: CampaignOverview; isStale: boolean }>;

export function CampaignHead({ campaign, isStale }: Props) {
  const { name, state, is_simulated: isSimulated } = campaign;
  return (
    <header className="running campaign-head">
      <div>
        <h1>
          {name} <span className={`tag ${state}`}>{stateName(state)}</span>{' '}
          {isSimulated && <span className="tag simulated">simulated assessors</span>}
        </h1>
        <WaitingFor campaign={campaign} />
        {isStale && (
          <p role="status" className="stale">
            The server does not answer just now; this is what it said last.
          </p>
        )}
      </div>
      <StateActions campaign={campaign} />
    </header>
  );
}
