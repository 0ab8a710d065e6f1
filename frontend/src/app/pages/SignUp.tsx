import { useParams } from '@/shared/routing/Routes';
import { useSignUp, useSignUpOffer } from '@/features/campaign/api/signUp';
import { MemberAlready, useArrival } from '@/app/pages/joining';
import NotFound from '@/shared/ui/NotFound';
import { JoinForm } from '@/features/campaign/joining/JoinForm';
import { LoginForm } from '@/app/pages/Login';
import { useSession } from '@/api/session';
import { Loaded } from '@/shared/ui/Loaded';
import { together } from '@/shared/together';
import styles from '@/app/pages/narrow.module.css';

/** Where anybody joins a campaign that lets them. */
export default function SignUp() {
  const id = Number(useParams().id);
  return Number.isInteger(id) && id > 0 ? <SignUpTo id={id} /> : <NotFound />;
}

function SignUpTo({ id }: Readonly<{ id: number }>) {
  const goToWork = useArrival();
  const query = together({ offer: useSignUpOffer(id), session: useSession() });
  const join = useSignUp(id, goToWork);
  return (
    <Loaded
      query={query}
      trouble="This campaign cannot be joined now"
      waiting="Opening the campaign"
      keepsAnswer
    >
      {({ offer: { campaign, role, is_member: isMember }, session }) =>
        isMember ? (
          <MemberAlready campaign={campaign} role={role} />
        ) : (
          <section className={styles.narrow}>
            <title>{`Join ${campaign.name} · Regrade`}</title>
            <h1>Join {campaign.name}</h1>
            <p>Anybody may judge in this campaign.</p>
            <JoinForm join={join} username={session.username} loginForm={<LoginForm />} />
          </section>
        )
      }
    </Loaded>
  );
}
