import type { Progress } from '@/api/types';
import { aboutHowLong } from '@/shared/format/time';
import type { Card } from '@/features/judging/pair/deck';

/** So many of the newest times are looked at, and with fewer than the least nothing is said. */
export const MOST_TIMES = 20;
const LEAST_TIMES = 5;

export const withTime = (times: readonly number[], ms: number): readonly number[] =>
  [ms, ...times].slice(0, MOST_TIMES);

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** What of the work lies ahead: the assessor's share or, where there is none, the topic. */
export type Ahead = Readonly<{ n: number; of: 'your share' | 'this topic' }>;

export function aheadOf(
  { share }: Pick<Progress, 'share'>,
  nDone: number,
  inTopic: Card['place'],
): Ahead | null {
  if (share !== null) return { n: Math.max(share - nDone, 0), of: 'your share' };
  // At its last passage there is nothing to say.
  if (inTopic === null || inTopic.position >= inTopic.of) return null;
  return { n: inTopic.of - inTopic.position + 1, of: 'this topic' };
}

/** How long that takes at the pace of the newest answers; nothing while these are too few. */
export function timeLeft(times: readonly number[], ahead: Ahead | null): string | null {
  if (ahead === null || ahead.n === 0 || times.length < LEAST_TIMES) return null;
  return `${aboutHowLong((median(times) * ahead.n) / 60_000)} left`;
}
