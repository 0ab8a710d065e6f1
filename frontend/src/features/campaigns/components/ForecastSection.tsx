import { Link } from 'react-router';
import type { Board } from '@/api/types';
import { forecastWords, workLeft } from '@/features/campaigns/forecastWords';

type Props = Readonly<{ campaignId: number; forecast: Board['forecast'] }>;

export function ForecastSection({ campaignId, forecast }: Props) {
  const { headline, basis } = forecastWords(forecast);
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">When it may be done</h2>
      <p className="headline number">{headline}</p>
      {basis !== '' && <p className="soft number">{basis}</p>}
      {forecast.outlook === 'short' && <Mend campaignId={campaignId} />}
      <p className="soft number">{workLeft(forecast)}</p>
    </section>
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
