import { Link } from '@/shared/routing/Link';
import type { Board } from '@/api/types';
import {
  describeEnd,
  describeForecast,
  workLeft,
} from '@/features/campaign/board/describeForecast';
import { progressOf } from '@/features/campaign/kit/formatProgress';
import { isOver } from '@/shared/judging/stateNames';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/board/board.module.css';

type Props = Readonly<{
  campaign: Board['campaign'];
  forecast: NonNullable<Board['forecast']>;
}>;

/** When it may be done, or how it ended. */
export function ForecastSection({ campaign, forecast }: Props) {
  const progress = progressOf(campaign);
  if (progress === null) return null;
  const hasEnded = isOver(campaign.state);
  const { headline, basis } = hasEnded
    ? describeEnd(progress)
    : describeForecast(forecast, progress);
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">{hasEnded ? 'How it ended' : 'When it may be done'}</h2>
      <p className={styles.headline}>{headline}</p>
      {basis !== '' && <p className={text.softNumber}>{basis}</p>}
      {!hasEnded && forecast.outlook === 'short' && <Mend campaignId={campaign.id} />}
      {!hasEnded && <p className={text.softNumber}>{workLeft(forecast)}</p>}
    </section>
  );
}

function Mend({ campaignId }: Readonly<{ campaignId: number }>) {
  const address = `/campaigns/${campaignId}`;
  return (
    <p>
      Invite somebody under <Link to={`${address}/people`}>People</Link>; they count once they have
      joined. Where there are quotas, raise that of one person there, or that of all under{' '}
      <Link to={`${address}/settings`}>Settings</Link>.
    </p>
  );
}
