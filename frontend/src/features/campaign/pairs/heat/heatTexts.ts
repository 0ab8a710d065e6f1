import { formatCount } from '@/shared/format/numbers';

const LIST = new Intl.ListFormat('en');

/** The eye does not distinguish more steps than these. */
const MOST_STEPS = 6;

export const shareOf = (n: number, nGraded: number): number => Math.min(n / nGraded, 1);

export const formatShareOf = (n: number, nGraded: number): string =>
  `${formatCount(n)} of ${formatCount(nGraded)}`;

/** "2 of 3: lynx and otter". */
export const formatBy = (by: readonly string[], nGraded: number): string =>
  `${formatShareOf(by.length, nGraded)}: ${LIST.format(by)}`;

/** The numbers of assessors that the legend shows: all where they are few, else four of them. */
export function legendSteps(nGraded: number): number[] {
  if (nGraded <= MOST_STEPS) return Array.from({ length: nGraded }, (_, i) => i + 1);
  return [1, Math.round(nGraded / 3), Math.round((2 * nGraded) / 3), nGraded];
}
