import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { invitationQuery } from '@/features/joining/api/lookAtInvitation';
import { JoinForm } from '@/features/joining/components/JoinForm';
import { LoginForm } from '@/features/session/components/LoginForm';
import { useSession } from '@/features/session/hooks/useSession';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import '@/app/pages/pages.css';

/** Where an invitation leads. Its token stands behind the #, which no server and no log sees. */
export default function Join() {
  const token = useLocation().hash.slice(1);
  const navigate = useNavigate();
  const session = useSession();
  const username = session.data?.username ?? null;
  const invitation = useQuery({
    ...invitationQuery(token, username),
    enabled: session.data !== undefined,
  });
  const { data: offer } = invitation;

  /** Who came without an account has one now, and is signed in. */
  async function goJudge(campaignId: number): Promise<void> {
    await session.refetch();
    await navigate(`/judge/${campaignId}`, { replace: true });
  }

  if (offer === undefined) {
    const asked = session.error === null ? invitation : session;
    if (asked.error === null) return <Waiting label="Opening the invitation" />;
    return (
      <PageTrouble
        title="This invitation cannot be used now"
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  }
  const { campaign, role, is_member: isMember } = offer;
  return (
    <section className="narrow">
      <title>{`Join ${campaign.name} · Regrade`}</title>
      <h1>Join {campaign.name}</h1>
      <p>You are invited to this campaign as an {role}.</p>
      {isMember ? (
        <p>
          You are in it already. <Link to={`/judge/${campaign.id}`}>Judge</Link>
        </p>
      ) : (
        <JoinForm
          token={token}
          username={username}
          loginForm={<LoginForm />}
          onJoined={(campaignId) => void goJudge(campaignId)}
        />
      )}
    </section>
  );
}
