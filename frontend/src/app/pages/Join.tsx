import { useMutation, useQuery } from '@tanstack/react-query';
import { post } from '@/api/calls';
import type { NewAccount } from '@/api/types';
import { useSession } from '@/api/session';
import { useLocation } from '@/shared/routing/location';
import { JoinForm } from '@/features/campaign/joining/JoinForm';
import { LoginForm } from '@/app/pages/LoginForm';
import { MemberAlready } from '@/app/pages/MemberAlready';
import { useArrival } from '@/app/pages/useArrival';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import styles from '@/app/pages/narrow.module.css';

/** The page of an invitation. Its token follows the #, so no server and no log sees it. */
export default function Join() {
  const token = useLocation().hash.slice(1);
  const session = useSession();
  const goToWork = useArrival();
  const username = session.data?.username;
  const invitation = useQuery({
    queryKey: ['invitation', token, username],
    queryFn: ({ signal }) => post('/api/invitations/look', {}, { token }, { signal }),
    staleTime: Infinity,
    enabled: username !== undefined,
  });
  const join = useMutation({
    mutationFn: (account: NewAccount) => post('/api/invitations/accept', {}, { token, ...account }),
    onSuccess: goToWork,
  });
  const { data: offer } = invitation;
  if (offer === undefined) {
    const query = session.error === null ? invitation : session;
    if (query.error === null) return <Waiting label="Opening the invitation" />;
    return (
      <PageTrouble
        title="This invitation cannot be used"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const { campaign, role, is_member: isMember } = offer;
  if (isMember) return <MemberAlready campaign={campaign} role={role} />;
  return (
    <section className={styles.narrow}>
      <title>{`Join ${campaign.name} · Regrade`}</title>
      <h1>Join {campaign.name}</h1>
      <p>You are invited to this campaign as an {role}.</p>
      <JoinForm join={join} username={username ?? null} loginForm={<LoginForm />} />
    </section>
  );
}
