import type { Job } from '@/api/types';

const OFTEN_MS = 2000;
export const SELDOM_MS = 10_000;
const N_OFTEN = 60;

type Running = Pick<Job, 'status'>;

/** May still come to its end. */
export const isOpen = ({ status }: Running): boolean => status === 'running' || status === 'paused';

/** When to ask again, after `n` answers: less often after two minutes, and no more once it is over. */
export function untilOver(now: Running | undefined, n: number): number | false {
  if (now === undefined || !isOpen(now)) return false;
  return now.status === 'running' && n < N_OFTEN ? OFTEN_MS : SELDOM_MS;
}
