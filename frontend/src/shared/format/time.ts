/** Seconds for a duration that a person spent on one passage. */
export function formatSeconds(ms: number | null): string {
  if (ms === null) return '–';
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

/** A wait, to the second while it is short. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 10 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const MOMENT = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

export const formatClock = (iso: string): string => CLOCK.format(new Date(iso));
/** A time of today to the second. */
export const formatMoment = (iso: string): string => MOMENT.format(new Date(iso));
export const formatDay = (iso: string): string => DAY.format(new Date(iso));

/** How long ago something was, coarsely. */
export function formatAgo(iso: string | null, now = Date.now()): string {
  if (iso === null) return 'never';
  const minutes = Math.floor((now - new Date(iso).getTime()) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return formatDay(iso);
}

/** "about 40 min", as one says it: nobody plans by the minute. */
export function aboutHowLong(minutes: number): string {
  if (minutes < 1.5) return 'about a minute';
  if (minutes < 10) return `about ${Math.round(minutes)} min`;
  if (minutes < 57.5) return `about ${Math.round(minutes / 5) * 5} min`;
  const hours = Math.round(minutes / 30) / 2;
  const whole = Math.floor(hours);
  return `about ${whole}${hours > whole ? '½' : ''} h`;
}
