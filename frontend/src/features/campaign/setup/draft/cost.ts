import type { JudgingTime } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';

/** Hours in the grain that an estimate deserves. */
export function formatHours(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  return hours < 10 ? `${hours.toFixed(1)} h` : `${formatCount(Math.round(hours))} h`;
}

/** The organizer's own figure, or the estimate in whole seconds. */
export const secondsOf = (own: number | null, { seconds }: JudgingTime): number =>
  own ?? Math.max(1, Math.round(seconds));
