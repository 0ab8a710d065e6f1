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

type GroupProps = Readonly<{ title: string; campaigns: readonly CampaignSummary[] }>;

function CampaignGroup({ title, campaigns }: GroupProps) {
  if (campaigns.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="cards">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard
              campaign={campaign}
              to={campaign.may_organize ? `/campaigns/${campaign.id}` : `/judge/${campaign.id}`}
              verb={campaign.may_organize ? 'Open the board' : 'Judge'}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOver = ({ state }: CampaignSummary): boolean => state === 'closed' || state === 'archived';

export default function CampaignsPage() {
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery);
  if (campaigns === undefined) {
    if (error === null) return <Waiting label="Listing the campaigns" />;
    return (
      <PageTrouble
        title="The campaigns cannot be listed now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <>
      <title>Campaigns · Regrade</title>
      <h1>Campaigns</h1>
      {campaigns.length === 0 && <NoCampaigns />}
      <CampaignGroup title="Running" campaigns={campaigns.filter((one) => !isOver(one))} />
      <CampaignGroup title="Over" campaigns={campaigns.filter(isOver)} />
    </>
  );
}
