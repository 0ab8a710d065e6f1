import { FixedFacts } from '@/features/running/components/FixedFacts';
import { OptionsForm } from '@/features/running/components/OptionsForm';
import { PolicySection } from '@/features/running/components/PolicySection';
import { useCampaign } from '@/features/running/hooks/useCampaign';
import '@/features/running/styles/settings.css';

export default function SettingsPage() {
  const campaign = useCampaign();
  return (
    <div className="running two-columns">
      <div>
        <OptionsForm key={JSON.stringify(campaign.options)} campaign={campaign} />
        <FixedFacts campaign={campaign} />
      </div>
      <PolicySection campaign={campaign} />
    </div>
  );
}
