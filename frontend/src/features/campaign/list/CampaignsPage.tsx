import type { ReactNode } from 'react';
import { useRead } from '@/api/read';
import type { CampaignSummary, OwnPart } from '@/api/types';
import { ArchiveUpload } from '@/features/campaign/archive/ArchiveUpload';
import { settlingPage } from '@/features/campaign/kit/deciding';
import {
  formatJudgments,
  formatPairsSetAside,
  progressOf,
} from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import { pairsOf, sayPairSum } from '@/features/campaign/kit/pairSum';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { CardSection, OwnBar, OwnLinks } from '@/features/campaign/list/Cards';
import { outlookOf, whyNothingToJudge } from '@/features/campaign/list/ownPart';
import { isOver } from '@/shared/judging/stateNames';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Unread } from '@/shared/ui/requests/Unread';
import cards from '@/features/campaign/list/cards.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type CampaignCardProps = Readonly<{
  campaign: CampaignSummary;
  to: string;
  verb: string;
}>;

function HowFar({ progress }: Readonly<{ progress: Progress }>) {
  const judged = formatJudgments(progress);
  const aside = formatPairsSetAside(progress);
  return (
    <>
      <Bar value={progress.n_votes} max={progress.n_wanted} label={judged} />
      <p className={text.softNumber}>
        {judged}
        {aside !== '' && `; ${aside}`}
      </p>
    </>
  );
}

function CampaignCard({ campaign, to, verb }: CampaignCardProps) {
  const { name, state, is_simulated: isSimulated, pairs } = campaign;
  const progress = progressOf(campaign);
  return (
    <article className={cards.card}>
      <h3>{name}</h3>
      <p>
        <CampaignTags state={state} isSimulated={isSimulated} />
      </p>
      {progress !== null && <HowFar progress={progress} />}
      {pairs !== null && <p className={text.softNumber}>{sayPairSum(pairsOf(pairs))}</p>}
      <p>
        <Link to={to} aria-label={`${verb}: ${name}`}>
          {verb}
        </Link>
      </p>
    </article>
  );
}

type OwnCampaignCardProps = Readonly<{ campaign: CampaignSummary; own: OwnPart }>;

/** A campaign as its assessor sees it: their own part of it. */
function OwnCampaignCard({ campaign, own }: OwnCampaignCardProps) {
  const isAtWork = outlookOf(campaign) === 'now';
  const why = isAtWork ? '' : whyNothingToJudge(campaign, own);
  return (
    <article className={cards.card}>
      <h3>{campaign.name}</h3>
      <p>
        <CampaignTags state={campaign.state} isSimulated={false} />
      </p>
      <OwnBar own={own} />
      {why !== '' && <p>{why}</p>}
      <OwnLinks of={campaign} n={own.n_judged} isAtWork={isAtWork} />
    </article>
  );
}

type Props = Readonly<{ mayOrganize: boolean }>;

function NoCampaigns({ mayOrganize }: Props) {
  return (
    <Nothing title="No campaigns yet">
      {mayOrganize ? (
        <>
          <p>
            A campaign collects judgments on the passages that runs found. Have two run files at
            hand, with their topics and passages; it takes a few minutes.
          </p>
          <p>
            <Link to="/campaigns/new" className={buttons.primary}>
              New campaign
            </Link>
          </p>
        </>
      ) : (
        <p>Campaigns appear here once an organizer adds you.</p>
      )}
    </Nothing>
  );
}

const campaignCard = (campaign: CampaignSummary): ReactNode => {
  const { id, may_organize: mayOrganize, may_adjudicate: mayAdjudicate, own } = campaign;
  if (mayOrganize) {
    return <CampaignCard campaign={campaign} to={`/campaigns/${id}`} verb="Open the board" />;
  }
  if (mayAdjudicate) {
    return <CampaignCard campaign={campaign} to={settlingPage(id)} verb="Settle" />;
  }
  if (own === null) {
    return <CampaignCard campaign={campaign} to={`/judge/${id}`} verb="Open" />;
  }
  return <OwnCampaignCard campaign={campaign} own={own} />;
};

export default function CampaignsPage({ mayOrganize }: Props) {
  const query = useRead(
    '/api/campaigns',
    {},
    // Judging changes these counts from another page: never show old ones as if they were new.
    { staleTime: 0 },
  );
  const { data: campaigns } = query;
  if (campaigns === undefined)
    return (
      <Unread
        of={query}
        waiting="Listing the campaigns"
        trouble="The campaigns cannot be listed now"
      />
    );
  return (
    <>
      <title>Campaigns · Regrade</title>
      <div className={parts.titleRow}>
        <h1>Campaigns</h1>
        {mayOrganize && campaigns.length > 0 && (
          <Link to="/campaigns/new" className={buttons.primary}>
            New campaign
          </Link>
        )}
      </div>
      {campaigns.length === 0 && <NoCampaigns mayOrganize={mayOrganize} />}
      <CardSection title="Running" rows={campaigns.filter((one) => !isOver(one.state))}>
        {campaignCard}
      </CardSection>
      <CardSection title="Over" rows={campaigns.filter((one) => isOver(one.state))}>
        {campaignCard}
      </CardSection>
      {mayOrganize && <ArchiveUpload />}
    </>
  );
}
