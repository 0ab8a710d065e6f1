import type { CampaignCourse } from '@/api/types';
import { needLinks } from '@/app/pages/home/needs';
import { describeForecast } from '@/features/campaign/board/describeForecast';
import { judgmentShare, progressOf } from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import { CampaignTags } from '@/features/campaign/list/CampaignTags';
import { formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import { Fact } from '@/shared/ui/Fact';
import text from '@/shared/styles/text.module.css';
import cards from '@/features/campaign/list/cards.module.css';
import styles from '@/app/pages/home/home.module.css';

type Props = Readonly<{ campaign: CampaignCourse }>;

function Course({ campaign, progress }: Props & Readonly<{ progress: Progress }>) {
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

function Needs({ campaign }: Props) {
  const links = needLinks(campaign);
  if (links.length === 0)
    return campaign.judges_here ? null : <p className={text.soft}>Nothing needs you here.</p>;
  return (
    <ul className={styles.needs} aria-label={`What ${campaign.name} needs`}>
      {links.map(({ code, text: need, to }) => (
        <li key={code}>
          <Link to={to}>{need}</Link>
        </li>
      ))}
    </ul>
  );
}

/** A running campaign as its organizer finds it: how far, how fast, and what it needs. */
export function CourseCard({ campaign }: Props) {
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
        <p className={text.note}>You judge here yourself: how it goes shows when it has ended.</p>
      )}
      <Needs campaign={campaign} />
    </article>
  );
}
