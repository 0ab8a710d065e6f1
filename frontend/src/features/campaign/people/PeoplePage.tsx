import { InvitationList } from '@/features/campaign/people/InvitationList';
import { InviteForm } from '@/features/campaign/people/InviteForm';
import { MemberTable } from '@/features/campaign/people/MemberTable';
import { SignUpSection } from '@/features/campaign/people/SignUpSection';
import { MessageSection } from '@/features/campaign/messages/MessageSection';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { Link } from '@/shared/routing/Link';
import { isOver } from '@/shared/judging/stateNames';
import text from '@/shared/styles/text.module.css';
import columns from '@/features/campaign/kit/columns.module.css';

/** Nobody joins what is archived, or what has lost its people. */
const takesPeople = (campaign: ReturnType<typeof useCampaign>): boolean =>
  campaign.state !== 'archived' && campaign.anonymized_at === null;

export default function PeoplePage() {
  const campaign = useCampaign();
  const hasEnded = isOver(campaign.state);
  return (
    <div>
      <MemberTable campaign={campaign} />
      {!campaign.judges_here && (
        <p>
          <Link to={`/campaigns/${campaign.id}/assessors`}>How they judge</Link>
        </p>
      )}
      {!hasEnded && <MessageSection campaignId={campaign.id} assessor={null} />}
      {takesPeople(campaign) && (
        <div className={columns.columns}>
          <section aria-labelledby="invite">
            <h2 id="invite">Invite</h2>
            {hasEnded && (
              <p className={text.soft}>
                The campaign has ended: an assessor who joins now finds nothing to judge.
              </p>
            )}
            <InviteForm campaignId={campaign.id} />
            <InvitationList campaignId={campaign.id} />
          </section>
          {!hasEnded && <SignUpSection />}
        </div>
      )}
    </div>
  );
}
