import { Link } from '@/shared/routing/Link';
import type { Joined } from '@/api/types';
import { settlingPage } from '@/features/campaign/kit/deciding';
import { useNavigate } from '@/shared/routing/location';
import { useSession } from '@/api/session';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/app/pages/narrow.module.css';

type Workplace = Readonly<{ to: string; verb: string }>;

/** Where somebody with this role works in a campaign. */
const workplaceOf = (campaignId: number, role: Joined['role']): Workplace =>
  role === 'adjudicator'
    ? { to: settlingPage(campaignId), verb: 'Settle' }
    : { to: `/judge/${campaignId}`, verb: 'Judge' };

/** Leads to where the role works; who came without an account has one now, and is signed in. */
export function useArrival(): (joined: Joined) => void {
  const navigate = useNavigate();
  const { refetch } = useSession();

  async function arrive({ campaign, role }: Joined): Promise<void> {
    await refetch();
    navigate(workplaceOf(campaign.id, role).to, { replace: true });
  }

  return (joined) => void arrive(joined);
}

type Props = Readonly<Pick<Joined, 'campaign' | 'role'>>;

/** For who follows an invitation to where they are already. */
export function MemberAlready({ campaign: { id, name }, role }: Props) {
  const { to, verb } = workplaceOf(id, role);
  return (
    <section className={styles.narrow}>
      <title>{`${name} · Regrade`}</title>
      <h1>You are in {name} already</h1>
      <p>There is nothing more to join; you can go on with your work.</p>
      <p className={buttons.actions}>
        <Link to={to} className={buttons.primary}>
          {verb}
        </Link>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
