import type { CampaignCourse } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { describeForecast } from '@/features/campaign/board/describeForecast';
import { lackNeeds } from '@/features/campaign/board/needs';
import type { Need } from '@/features/campaign/board/needs';
import { judgmentShare, progressOf } from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { formatCount, counted } from '@/shared/format/numbers';
import { Bar } from '@/shared/ui/Bar';
import { Fact } from '@/shared/ui/Fact';
import { settlingPage, undecidedPairs } from '@/features/campaign/kit/deciding';
import buttons from '@/shared/styles/buttons.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/app/pages/home/home.module.css';

type Code = CampaignCourse['needs'][number]['code'];

const TEXTS: Readonly<Record<Code, (n: number) => string>> = {
  stuck: (n) => `${counted(n, 'pair')} stuck: too many could not judge ${n === 1 ? 'it' : 'them'}`,
  disagreements: (n) => `${counted(n, 'disagreement')} to settle`,
  flagged: (n) =>
    n === 1
      ? '1 person whose work needs a look'
      : `${counted(n, 'person', 'people')} whose work needs a look`,
  no_guideline: () => 'No guideline is published',
  no_assessor: () => 'No assessor has joined',
};

const PAGES: Readonly<Record<Code, (id: number) => string>> = {
  stuck: (id) => undecidedPairs(id, 'waiting'),
  disagreements: settlingPage,
  flagged: (id) => `/campaigns/${id}/assessors`,
  no_guideline: (id) => `/campaigns/${id}/guideline`,
  no_assessor: (id) => `/campaigns/${id}/people`,
};

/** What a campaign needs, each with the page where one does something about it. */
function needLinks({ id, state, needs, forecast }: CampaignCourse): Need[] {
  const lacks = lackNeeds(id, state, forecast?.lack);
  // What another person is needed for says it too.
  const others = needs.filter(({ code }) => code !== 'no_assessor' || lacks.length === 0);
  return [
    ...lacks,
    ...others.map(({ code, n }) => ({ text: TEXTS[code](n), address: PAGES[code](id) })),
  ];
}

type CourseCardProps = Readonly<{ campaign: CampaignCourse }>;

function Course({ campaign, progress }: CourseCardProps & Readonly<{ progress: Progress }>) {
  const { n_last_day: nToday, forecast, state } = campaign;
  const judged = judgmentShare(progress);
  return (
    <>
      <Bar value={progress.n_votes} max={progress.n_wanted} label={judged} />
      <p className={text.softNumber}>{judged}</p>
      {state === 'open' && forecast !== null && (
        <dl className={styles.course}>
          <Fact name="last 24 hours">{formatCount(nToday ?? 0)}</Fact>
          <Fact name="forecast">{describeForecast(forecast, progress).headline}</Fact>
        </dl>
      )}
    </>
  );
}

function Needs({ campaign }: CourseCardProps) {
  const links = needLinks(campaign);
  if (links.length === 0)
    return campaign.judges_here ? null : <p className={text.soft}>Nothing needs you here.</p>;
  return (
    <ul className={styles.needs} aria-label={`What ${campaign.name} needs`}>
      {links.map(({ text: need, address }) => (
        <li key={need}>
          <Link to={address}>{need}</Link>
        </li>
      ))}
    </ul>
  );
}

/** A running campaign as its organizer finds it: how far, how fast, and what it needs. */
function CourseCard({ campaign }: CourseCardProps) {
  const { id, name, state, is_simulated: isSimulated, judges_here: judgesHere } = campaign;
  const progress = progressOf(campaign);
  return (
    <article className={cards.card}>
      <h3>
        <Link to={`/campaigns/${id}`}>{name}</Link>
      </h3>
      <p>
        <CampaignTags state={state} isSimulated={isSimulated} />
      </p>
      {progress !== null && <Course campaign={campaign} progress={progress} />}
      {judgesHere && (
        <p className={text.note}>
          You judge in this campaign, so its progress stays hidden until it ends.
        </p>
      )}
      <Needs campaign={campaign} />
    </article>
  );
}

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
      <ul role="list" className={cards.cards}>
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
