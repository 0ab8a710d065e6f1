import { useMutation, useQuery } from '@tanstack/react-query';
import { post } from '@/api/calls';
import type { NewAccount } from '@/api/types';
import { useSession } from '@/api/session';
import { useLocation } from '@/shared/routing/location';
import { JoinForm } from '@/features/campaign/joining/JoinForm';
import { LoginForm } from '@/app/pages/Login';
import { MemberAlready, OfferText, useArrival } from '@/app/pages/joining';
import { Loaded } from '@/shared/ui/requests/Loaded';
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
  return (
    <Loaded
      query={session.error === null ? invitation : { ...session, data: invitation.data }}
      trouble="This invitation cannot be used"
      waiting="Opening the invitation"
      keepsAnswer
    >
      {(offer) =>
        offer.is_member ? (
          <MemberAlready {...offer} />
        ) : (
          <section className={styles.narrow}>
            <title>{`Join ${offer.campaign.name} · Regrade`}</title>
            <h1>Join {offer.campaign.name}</h1>
            <OfferText offer={offer} />
            <JoinForm
              join={join}

              username={username ?? null}
              loginForm={<LoginForm />}
            />
          </section>
        )
      }
    </Loaded>
  );
}
