import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { Link } from '@/shared/routing/Link';
import type { CampaignSummary, Session } from '@/api/types';
import { useCampaigns } from '@/features/campaign/api/campaigns';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { CampaignCard } from '@/features/campaign/list/CampaignCard';
import { OwnCampaignCard } from '@/features/campaign/list/OwnCampaignCard';
import { outlookOf } from '@/features/campaign/list/ownPart';
import { Research } from '@/app/pages/Research';
import { isOver } from '@/shared/stateNames';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import cards from '@/features/campaign/list/cards.module.css';

const WaitingElsewhere = lazy(() => import('@/features/judging/saving/WaitingElsewhere'));

type SectionProps = Readonly<{
  title: string;
  campaigns: readonly CampaignSummary[];
  children: (campaign: CampaignSummary) => ReactNode;
}>;

function Section({ title, campaigns, children }: SectionProps) {
  if (campaigns.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className={cards.cards}>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>{children(campaign)}</li>
        ))}
      </ul>
    </section>
  );
}

const OWN_SECTIONS = [
  ['now', 'To judge'],
  ['later', 'Not open yet'],
  ['done', 'Done'],
] as const;

/** An assessor's campaigns: where there is something to judge, then where there is nothing. */
function OwnSections({ campaigns }: Readonly<{ campaigns: readonly CampaignSummary[] }>) {
  return OWN_SECTIONS.map(([outlook, title]) => (
    <Section
      key={outlook}
      title={title}
      campaigns={campaigns.filter((one) => outlookOf(one) === outlook)}
    >
      {(campaign) =>
        campaign.own !== null && (
          <OwnCampaignCard campaign={campaign} own={campaign.own} isAtWork={outlook === 'now'} />
        )
      }
    </Section>
  ));
}

/** An adjudicator’s campaigns, once there may be something to settle. */
const isToSettle = ({ may_adjudicate: mayAdjudicate, state }: CampaignSummary): boolean =>
  mayAdjudicate && whyNothingIsDecided(state) === '';

type Props = Readonly<{ session: Session }>;

export function YourWork({ session }: Props) {
  const { data: campaigns, error, refetch } = useCampaigns();
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
  const organized = campaigns
    .filter(({ may_organize }) => may_organize)
    .toSorted((a, b) => Number(isOver(a.state)) - Number(isOver(b.state)));
  const hasNothing = campaigns.length === 0 && !session.may_research;
  return (
    <div>
      <div className={parts.titleRow}>
        <h1>Your work</h1>
        {session.may_organize && (
          <Link to="/campaigns/new" className={buttons.primary}>
            New campaign
          </Link>
        )}
      </div>
      {session.username !== null && (
        <Suspense>
          <WaitingElsewhere username={session.username} />
        </Suspense>
      )}
      {hasNothing && (
        <p>
          Nothing waits for you yet.{' '}
          {session.may_organize
            ? 'A campaign that you make appears here.'
            : 'An organizer who adds you to a campaign makes it appear here.'}
        </p>
      )}
      <OwnSections campaigns={campaigns} />
      <Section title="To settle" campaigns={campaigns.filter(isToSettle)}>
        {(campaign) => (
          <CampaignCard campaign={campaign} to={settlingPage(campaign.id)} verb="Settle" isMain />
        )}
      </Section>
      <Section title="To organize" campaigns={organized}>
        {(campaign) => (
          <CampaignCard
            campaign={campaign}
            to={`/campaigns/${campaign.id}`}
            verb="Open the board"
          />
        )}
      </Section>
      {session.may_research && <Research />}
    </div>
  );
}
