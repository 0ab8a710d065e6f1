import type { CampaignCourse } from '@/api/types';
import { CourseCard } from '@/app/pages/home/CourseCard';
import { needLinks } from '@/app/pages/home/needs';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';

type Props = Readonly<{ campaigns: readonly CampaignCourse[] }>;

const NONE = (
  <Nothing title="No campaign is under way">
    <p>A campaign collects judgments on the passages that runs found.</p>
    <p className={buttons.actions}>
      <Link to="/campaigns/new" className={buttons.primary}>
        New campaign
      </Link>
      <Link to="/campaigns">Campaigns that are over</Link>
    </p>
  </Nothing>
);

/** An organizer's running campaigns, those that need most first. */
export function OrganizeSection({ campaigns }: Props) {
  if (campaigns.length === 0) return NONE;
  const needyFirst = campaigns.toSorted((a, b) => needLinks(b).length - needLinks(a).length);
  return (
    <section>
      <h2>To organize</h2>
      <ul className={cards.cards}>
        {needyFirst.map((campaign) => (
          <li key={campaign.id}>
            <CourseCard campaign={campaign} />
          </li>
        ))}
      </ul>
      <p className={buttons.actions}>
        <Link to="/campaigns/new">New campaign</Link>
        <Link to="/campaigns">All campaigns</Link>
      </p>
    </section>
  );
}
