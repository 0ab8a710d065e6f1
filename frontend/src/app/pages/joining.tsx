import { Link } from '@/shared/routing/Link';
import type { Joined, Offer } from '@/api/types';
import { settlingPage } from '@/features/campaign/kit/deciding';
import { useNavigate } from '@/shared/routing/location';
import { useSession } from '@/api/session';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/app/pages/narrow.module.css';

type Workplace = Readonly<{ to: string; verb: string }>;

/** Where somebody with this role works in a campaign. */
const workplaceOf = (campaignId: number, role: Joined['role']): Workplace =>
  role === 'adjudicator'
    ? { to: settlingPage(campaignId), verb: 'Adjudicate' }
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

const TASKS: Readonly<Record<Joined['role'], string>> = {
  assessor: 'You read passages, one at a time, and grade how well each answers a query.',
  adjudicator: 'You read passages on whose grade assessors disagree, and decide the grade.',
};

/** How much there is to do, as a sentence. */
function amountOf({
  campaign,
  role,
  quota,
  n_passages: n,
  n_qualification: nFirst,
}: Offer): string {
  if (role === 'adjudicator') return 'Decide as many as you like, and stop at any time.';
  const yours =
    quota === null ? 'judge as many as you like' : `judge up to ${formatCount(quota)} of them`;
  const round = nFirst === 0 ? '' : ` You start with ${counted(nFirst, 'qualification passage')}.`;
  const pilot =
    campaign.state === 'pilot'
      ? ' For now there is a pilot: a few passages that everyone judges.'
      : '';
  const there =
    n === 0
      ? 'Passages are chosen while people judge'
      : `There ${n === 1 ? 'is' : 'are'} ${counted(n, 'passage')}`;
  return `${there}: ${yours}, and stop at any time.${round}${pilot}`;
}

/** Who invites, to what, and how long the link is valid. */
export function OfferText({ offer }: Readonly<{ offer: Offer }>) {
  const { campaign, role, invited_by: inviter, expires_at: until } = offer;
  const whom = until === null ? 'Anybody may join' : 'You are invited to join';
  return (
    <>
      <p>
        {inviter === null ? whom : `${inviter} invites you to join`} the campaign{' '}
        <b>{campaign.name}</b> as an {role}. {TASKS[role]} {amountOf(offer)}
      </p>
      {until !== null && (
        <p className={text.soft}>
          This link is valid until {formatDay(until)}, {formatClock(until)}.
        </p>
      )}
    </>
  );
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
