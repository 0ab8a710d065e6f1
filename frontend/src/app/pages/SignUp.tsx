import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import type { NewAccount } from '@/api/types';
import { useSession } from '@/api/session';
import { useParams } from '@/shared/routing/Routes';
import { MemberAlready } from '@/app/pages/MemberAlready';
import NotFound from '@/shared/ui/NotFound';
import { JoinForm } from '@/features/campaign/joining/JoinForm';
import { LoginForm } from '@/app/pages/LoginForm';
import { useArrival } from '@/app/pages/useArrival';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import styles from '@/app/pages/narrow.module.css';

/** Where anybody joins a campaign that lets them. */
export default function SignUp() {
  const id = Number(useParams().id);
  return Number.isInteger(id) && id > 0 ? <SignUpTo id={id} /> : <NotFound />;
}

function SignUpTo({ id }: Readonly<{ id: number }>) {
  const session = useSession();
  const goToWork = useArrival();
  const offer = useRead(
    '/api/campaigns/{campaign_id}/sign-up',
    { campaign_id: id },
    { staleTime: Infinity },
  );
  const join = useMutation({
    mutationFn: (account: NewAccount) =>
      post('/api/campaigns/{campaign_id}/sign-up', { campaign_id: id }, account),
    onSuccess: goToWork,
  });
  if (offer.data === undefined || session.data === undefined) {
    const failed = [offer, session].find(({ error }) => error !== null);
    if (failed === undefined) return <Waiting label="Opening the campaign" />;
    return (
      <PageTrouble
        title="This campaign cannot be joined now"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  const { campaign, role, is_member: isMember } = offer.data;
  if (isMember) return <MemberAlready campaign={campaign} role={role} />;
  const { name } = campaign;
  return (
    <section className={styles.narrow}>
      <title>{`Join ${name} · Regrade`}</title>
      <h1>Join {name}</h1>
      <p>Anybody may judge in this campaign.</p>
      <JoinForm join={join} username={session.data.username} loginForm={<LoginForm />} />
    </section>
  );
}
