const DAYS = 14;

const two = (number: number): string => String(number).padStart(2, '0');

/** A time as a browser's field writes it, in the reader's time zone. */
export const toField = (time: Date): string =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;

/** The end of a day in two weeks. */
export function usualDeadline(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS, 23, 59);
  return toField(day);
}

/** What a field says, as the server reads it; null where it says no time. */
export function fromField(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

const WITH_ZONE = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

export const formatDeadline = (iso: string): string => WITH_ZONE.format(new Date(iso));

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
