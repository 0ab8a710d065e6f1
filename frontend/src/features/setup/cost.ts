import type { JudgingTime } from '@/features/setup/types';
import { formatCount } from '@/shared/format';

export type Work = Readonly<{
  nPairs: number;
  perPair: number;
  /** Of them, judged by everyone. */
  nOverlap: number;
  people: number;
  /** Of one judgment. */
  seconds: number;
  /** Pairs for each person; null for as many as there are. */
  quota: number | null;
  /** One in so many pairs comes again, at the quota's cost. */
  repeatEvery: number | null;
}>;

export type Cost = Readonly<{
  judgments: number;
  hours: number;
  judgmentsEach: number;
  hoursEach: number;
  /** Judgments that the quotas of so many people leave to nobody. */
  uncovered: number;
}>;

/** What of a quota goes to pairs that are new to the person. */
const ownShare = ({ quota, repeatEvery }: Work): number =>
  quota === null ? Infinity : quota - (repeatEvery === null ? 0 : Math.floor(quota / repeatEvery));

/** What a campaign takes: k judgments a pair, and one of each person for what everyone judges. */
export function costOf(work: Work): Cost {
  const { nPairs, perPair, nOverlap, people, seconds, quota } = work;
  const everybodys = Math.min(nOverlap, nPairs);
  const judgments = (nPairs - everybodys) * perPair + everybodys * people;
  const hours = (judgments * seconds) / 3600;
  const judgmentsEach = Math.min(judgments / people, quota ?? Infinity);
  return {
    judgments,
    hours,
    judgmentsEach,
    hoursEach: (judgmentsEach * seconds) / 3600,
    uncovered: Math.max(0, judgments - ownShare(work) * people),
  };
}

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
