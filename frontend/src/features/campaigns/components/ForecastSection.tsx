import type { Board } from '@/api/types';
import { forecastWords, workLeft } from '@/features/campaigns/forecastWords';

type Props = Readonly<{ forecast: Board['forecast'] }>;

export function ForecastSection({ forecast }: Props) {
  const { headline, basis } = forecastWords(forecast);
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast">When it may be done</h2>
      <p className="headline number">{headline}</p>
      {basis !== '' && <p className="soft number">{basis}</p>}
      <p className="soft number">{workLeft(forecast)}</p>
    </section>
  );
}
