import { useMutation } from '@tanstack/react-query';
import { post } from '@/api/calls';
import { useRead } from '@/api/read';
import type { NewAccount } from '@/api/types';
import { useSession } from '@/api/session';
import { useParams } from '@/shared/routing/Routes';
import { MemberAlready, OfferText, useArrival } from '@/app/pages/joining';
import NotFound from '@/shared/ui/requests/NotFound';
import { JoinForm } from '@/features/campaign/joining/JoinForm';
import { LoginForm } from '@/app/pages/Login';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import styles from '@/app/pages/narrow.module.css';

/** Where anybody joins a campaign that lets them. */
export default function SignUp() {
  const id = Number(useParams().id);
  return Number.isInteger(id) && id > 0 ? <SignUpTo id={id} /> : <NotFound />;
}

function SignUpTo({ id }: Readonly<{ id: number }>) {
  const goToWork = useArrival();
  const offer = useRead(
    '/api/campaigns/{campaign_id}/sign-up',
    { campaign_id: id },
    { staleTime: Infinity },
  );
  const query = together({ offer, session: useSession() });
  const join = useMutation({
    mutationFn: (account: NewAccount) =>
      post('/api/campaigns/{campaign_id}/sign-up', { campaign_id: id }, account),
    onSuccess: goToWork,
  });
  return (
    <Loaded
      query={query}
      trouble="This campaign cannot be joined now"
      waiting="Opening the campaign"
      keepsAnswer
    >
      {({ offer, session }) =>
        offer.is_member ? (
          <MemberAlready {...offer} />
        ) : (
          <section className={styles.narrow}>
            <title>{`Join ${offer.campaign.name} · Regrade`}</title>
            <h1>Join {offer.campaign.name}</h1>
            <OfferText offer={offer} />
            <JoinForm join={join} username={session.username} loginForm={<LoginForm />} />
          </section>
        )
      }
    </Loaded>
  );
}
