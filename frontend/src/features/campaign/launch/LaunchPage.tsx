import { CampaignLog } from '@/features/campaign/launch/CampaignLog';
import { LaunchSection } from '@/features/campaign/launch/LaunchSection';
import { PilotSection } from '@/features/campaign/launch/PilotSection';
import { useHashTarget } from '@/features/campaign/kit/useHashTarget';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import columns from '@/features/campaign/kit/columns.module.css';

export default function LaunchPage() {
  const campaign = useCampaign();
  useHashTarget(true);
  return (
    <div className={columns.columns}>
      <div>
        <LaunchSection campaign={campaign} />
        <PilotSection campaign={campaign} />
      </div>
      <CampaignLog campaignId={campaign.id} />
    </div>
  );
}
