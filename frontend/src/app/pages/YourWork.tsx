import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CampaignSummary, Session } from '@/api/types';
import { campaignsQuery } from '@/features/campaigns/api/listCampaigns';
import { CampaignCard } from '@/features/campaigns/components/CampaignCard';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/app/pages/pages.css';

type ListProps = Readonly<{
  title: string;
  campaigns: readonly CampaignSummary[];
  to: string;
  verb: string;
  isMain?: boolean;
  /** Another place of a campaign. */
  aside?: (id: number) => { to: string; label: string };
}>;

const toRecord = (id: number) => ({ to: `/judge/${id}/record`, label: 'What is held about you' });

function CampaignSection({ title, campaigns, to, verb, isMain = false, aside }: ListProps) {
  if (campaigns.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="cards">
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard
              campaign={campaign}
              to={`${to}/${campaign.id}`}
              verb={verb}
              isMain={isMain}
              aside={aside?.(campaign.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Research() {
  return (
    <section>
      <h2>Research</h2>
      <ul className="links">
        <li>
          <Link to="/compare">Compare runs under label sets</Link>
        </li>
        <li>
          <Link to="/library">Runs and label sets, and where each came from</Link>
        </li>
      </ul>
    </section>
  );
}

type Props = Readonly<{ session: Session }>;

export function YourWork({ session }: Props) {
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery);
  if (error !== null) {
    return (
      <PageTrouble
        title="Your work cannot be shown now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (campaigns === undefined) return <Waiting label="Looking for your work" />;
  const toJudge = campaigns.filter(
    ({ is_assessor, state }) => is_assessor && ['open', 'pilot', 'paused'].includes(state),
  );
  const organized = campaigns.filter(({ may_organize }) => may_organize);
  const hasNothing = toJudge.length + organized.length === 0 && !session.may_research;
  return (
    <div className="work">
      <h1>Your work</h1>
      {hasNothing && (
        <p>
          Nothing waits for you yet. An organizer who adds you to a campaign makes it appear here.
        </p>
      )}
      <CampaignSection
        title="To judge"
        campaigns={toJudge}
        to="/judge"
        verb="Judge"
        isMain
        aside={toRecord}
      />
      <CampaignSection
        title="To organize"
        campaigns={organized}
        to="/campaigns"
        verb="Open the board"
      />
      {session.may_research && <Research />}
    </div>
  );
}
