import { counted, formatCount } from '@/shared/format/numbers';

/** What is done of a job now: passages while their vectors are computed, then topics. */
export type Work = Readonly<{
  unit: 'passage' | 'topic';
  n: number;
  n_done: number;
  n_failed: number;
}>;

/** What continues a job that was stopped: "Continue (16 of 243 done)". */
export const continueText = ({ n, n_done: done }: Work): string =>
  `Continue (${formatCount(done)} of ${formatCount(n)} done)`;

type AtWork = Readonly<{
  /** Whether a worker ever started any of it, and whether one has some in hand now. */
  is_begun: boolean;
  is_worked_on: boolean;
}>;

/** Why work that goes on does not move; '' while a worker is at it. */
export function whyWaiting({ is_begun: isBegun, is_worked_on: isWorkedOn }: AtWork): string {
  if (isWorkedOn) return '';
  return isBegun ? 'no worker is at work on it now' : 'no worker has begun yet';
}

/** "600 of 1,200 topics, 3 failed"; before that, "4,096 of 12,000 passages encoded". */
export function formatWork({ unit, n, n_done, n_failed }: Work): string {
  const how = unit === 'passage' ? ' encoded' : '';
  const failed = n_failed > 0 ? `, ${formatCount(n_failed)} failed` : '';
  return `${formatCount(n_done)} of ${counted(n, unit)}${how}${failed}`;
}
