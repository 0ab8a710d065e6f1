import { EventLog } from '@/features/running/components/EventLog';
import { LaunchSection } from '@/features/running/components/LaunchSection';
import { PilotSection } from '@/features/running/components/PilotSection';
import { useHashTarget } from '@/features/running/hooks/useHashTarget';
import { useCampaign } from '@/features/running/hooks/useCampaign';

export default function LaunchPage() {
  const campaign = useCampaign();
  useHashTarget(true);
  return (
    <div className="running two-columns">
      <div>
        <LaunchSection campaign={campaign} />
        <PilotSection campaign={campaign} />
      </div>
      <EventLog campaignId={campaign.id} />
    </div>
  );
}
