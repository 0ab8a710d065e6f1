import type { Board } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatSetAside, formatPairsSetAside } from '@/features/campaign/kit/formatProgress';
import type { Progress } from '@/features/campaign/kit/formatProgress';
import { formatDay } from '@/shared/format/time';

type Forecast = NonNullable<Board['forecast']>;

type ForecastText = Readonly<{
  /** When it ends, or why there is no date. */
  headline: string;
  /** How certain that is, and its basis; empty where there is none. */
  basis: string;
}>;

const perDay = (rate: number): string =>
  formatCount(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate));

function range({ earliest, latest }: Forecast): string {
  if (earliest === null) return '';
  const first = formatDay(earliest);
  if (latest === null) return `Not before ${first}; at its slowest it would never end. `;
  const last = formatDay(latest);
  return first === last ? '' : `Between ${first} and ${last} at its fastest and slowest. `;
}

const rests = ({ n_days: nDays, n_recent: nRecent, per_day: rate }: Forecast): string =>
  `From the last ${counted(nDays, 'day')}: ${counted(nRecent, 'judgment')}, ${perDay(rate ?? 0)} a day.`;

const ALL_IN: ForecastText = { headline: 'All judgments are in', basis: '' };

const HEADLINES: Readonly<Record<Forecast['outlook'], (forecast: Forecast) => ForecastText>> = {
  done: () => ALL_IN,
  closed: () => ({
    headline: 'No date now',
    basis: 'There is a date only while the campaign is open: nobody can judge its pairs now.',
  }),
  short: () => ({
    headline: 'Not with these people and quotas',
    basis: '“Needs you” names the missing people or quotas.',
  }),
  too_few: () => ({
    headline: 'Not enough yet',
    basis: 'A forecast needs two whole days of judging and at least 30 judgments in them.',
  }),
  idle: ({ n_days: nDays }) => ({
    headline: 'At a standstill',
    basis: `Nothing was judged in the last ${counted(nDays, 'day')}, so there is no date.`,
  }),
  choosing: () => ({
    headline: 'No date yet',
    basis: 'More pairs are chosen as these are judged, so their number is not known.',
  }),
  far: (forecast) => ({
    headline: 'In more than ten years',
    basis: `At the current rate. ${rests(forecast)}`,
  }),
  dated: (forecast) => ({
    headline: `Around ${formatDay(forecast.ends_at ?? '')}`,
    basis: range(forecast) + rests(forecast),
  }),
};

/** When the campaign may be done, and on what that rests. */
export function describeForecast(forecast: Forecast, progress: Progress): ForecastText {
  const aside = formatPairsSetAside(progress);
  if (forecast.outlook !== 'done' || aside === '') return HEADLINES[forecast.outlook](forecast);
  return { headline: 'No more judgments are requested', basis: `${aside}.` };
}

/** How complete a campaign was when it ended. */
export function describeEnd(progress: Progress): ForecastText {
  const { n_left: nLeft } = progress;
  const left = nLeft ? `${counted(nLeft, 'judgment')} not given` : '';
  const parts = [left, formatSetAside(progress)].filter((part) => part !== '');
  if (parts.length === 0) return ALL_IN;
  return { headline: 'Before all judgments were in', basis: `${parts.join(', ')}.` };
}

/** How much work is left that somebody here can do, for all together. */
export function workLeft({ outlook, hours_left: hours, per_active_hour: rate }: Forecast): string {
  if (hours === null || hours === 0 || rate === null) return '';
  const long = hours < 1 ? 'Less than an hour' : `About ${counted(Math.round(hours), 'hour')}`;
  const part = outlook === 'choosing' ? 'on the pairs chosen so far' : 'in all';
  return `${long} of work ${part}, at ${perDay(rate)} judgments an hour.`;
}
