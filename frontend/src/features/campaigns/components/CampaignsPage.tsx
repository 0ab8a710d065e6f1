import { useQuery } from '@tanstack/react-query';
import type { CampaignSummary } from '@/api/types';
import { campaignsQuery } from '@/features/campaigns/api/listCampaigns';
import { CampaignCard } from '@/features/campaigns/components/CampaignCard';
import { Nothing } from '@/shared/ui/Nothing';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

function NoCampaigns() {
  return (
    <Nothing title="No campaigns yet">
      <p>
        A campaign collects judgments on a pool of passages. Make one on the command line:{' '}
        <code>./dev manage build_pool NAME --runs R1,R2 --depth 20</code>, then{' '}
        <code>./dev manage create_campaign NAME --pool P --grades 1-5 --judgments-per-pair 3</code>.
      </p>
    </Nothing>
  );
}

function CampaignEntry({ campaign }: Readonly<{ campaign: CampaignSummary }>) {
  const to = campaign.may_organize ? `/campaigns/${campaign.id}` : `/judge/${campaign.id}`;
  const verb = campaign.may_organize ? 'Open the board' : 'Judge';
  return <CampaignCard campaign={campaign} to={to} verb={verb} />;
}

export default function CampaignsPage() {
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery);
  if (error !== null) {
    return <PageTrouble title="The campaigns cannot be listed now" error={error} onRetry={() => void refetch()} />;
  }
  if (campaigns === undefined) return <Waiting label="Listing the campaigns" />;
  return (
    <>
      <title>Campaigns · Regrade</title>
      <h1>Campaigns</h1>
      {campaigns.length === 0 && <NoCampaigns />}
      <ul className="cards">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignEntry campaign={campaign} />
          </li>
        ))}
      </ul>
    </>
  );
}
