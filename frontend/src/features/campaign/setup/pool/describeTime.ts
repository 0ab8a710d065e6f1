import type { JudgingTime } from '@/api/types';
import { counted, formatCount } from '@/shared/format';

/** Where the seconds a judgment come from, so that nobody takes them for more than they are. */
export function describeTime(
  { told_by: by, n, seconds, mean_characters: length }: JudgingTime,
  own: number | null,
): string {
  const estimate = `${Math.max(1, Math.round(seconds))} s`;
  const begins = own === null ? '' : `Your own figure. The estimate is ${estimate}: `;
  const source =
    by === 'judged'
      ? `the median of ${counted(n, 'judgment')} made here.`
      : by === 'length'
        ? `reading a passage of ${formatCount(Math.round(length ?? 0))} characters, the mean of ` +
          `${formatCount(n)} of them, at the usual speed, and a few seconds to decide.`
        : 'a guess, for none of the passages has a text.';
  return begins === '' ? source.charAt(0).toUpperCase() + source.slice(1) : begins + source;
}
