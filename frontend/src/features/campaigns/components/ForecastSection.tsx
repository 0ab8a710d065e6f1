import { Link } from 'react-router';
import type { Board } from '@/api/types';
import { endWords, forecastWords, workLeft } from '@/features/campaigns/forecastWords';
import type { Forecast, ForecastWords } from '@/features/campaigns/forecastWords';
import { isOver } from '@/shared/stateNames';

type Props = Readonly<{ campaign: Board['campaign']; forecast: Board['forecast'] }>;

/** When it may be done, or how it ended. */
export function ForecastSection({ campaign, forecast }: Props) {
  const hasEnded = isOver(campaign.state);
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">{hasEnded ? 'How it ended' : 'When it may be done'}</h2>
      {hasEnded && <Told words={endWords(campaign)} />}
      {!hasEnded && forecast === null && (
        <p className="soft">
          You judge here yourself, and a forecast counts each judgment: it shows to organizers who
          do not judge here.
        </p>
      )}
      {!hasEnded && forecast !== null && <Coming campaign={campaign} forecast={forecast} />}
    </section>
  );
}

function Told({ words: { headline, basis } }: Readonly<{ words: ForecastWords }>) {
  return (
    <>
      <p className="headline number">{headline}</p>
      {basis !== '' && <p className="soft number">{basis}</p>}
    </>
  );
}

type ComingProps = Readonly<{ campaign: Board['campaign']; forecast: Forecast }>;

function Coming({ campaign, forecast }: ComingProps) {
  return (
    <>
      <Told words={forecastWords(forecast, campaign)} />
      {forecast.outlook === 'short' && <Mend campaignId={campaign.id} />}
      <p className="soft number">{workLeft(forecast)}</p>
    </>
  );
}

function Mend({ campaignId }: Readonly<{ campaignId: number }>) {
  const place = `/campaigns/${campaignId}`;
  return (
    <p>
      Raise a quota, of all under <Link to={`${place}/settings`}>Settings</Link> or of one under{' '}
      <Link to={`${place}/people`}>People</Link>, or invite somebody there.
    </p>
  );
}
