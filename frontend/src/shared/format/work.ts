import { counted, formatCount } from '@/shared/format/numbers';

/** What is done of a job now: passages while their vectors are computed, then topics. */
export type Work = Readonly<{
  unit: 'passage' | 'topic';
  n: number;
  n_done: number;
  n_failed: number;
}>;

/** "600 of 1,200 topics, 3 failed"; before that, "4,096 of 12,000 passages encoded". */
export function formatWork({ unit, n, n_done, n_failed }: Work): string {
  const how = unit === 'passage' ? ' encoded' : '';
  const failed = n_failed > 0 ? `, ${formatCount(n_failed)} failed` : '';
  return `${formatCount(n_done)} of ${counted(n, unit)}${how}${failed}`;
}
