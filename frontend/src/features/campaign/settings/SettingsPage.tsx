import { ImportSection } from '@/features/campaign/importing/ImportSection';
import { FixedFacts } from '@/features/campaign/settings/FixedFacts';
import { OptionsForm } from '@/features/campaign/settings/OptionsForm';
import { PolicySection } from '@/features/campaign/settings/PolicySection';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import columns from '@/features/campaign/kit/columns.module.css';

export default function SettingsPage() {
  const campaign = useCampaign();
  return (
    <div className={columns.columns}>
      <div>
        <OptionsForm key={JSON.stringify(campaign.options)} campaign={campaign} />
        <FixedFacts campaign={campaign} />
      </div>
      <div>
        <PolicySection campaign={campaign} />
        <ImportSection campaign={campaign} />
      </div>
    </div>
  );
}
