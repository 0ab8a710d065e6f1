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
}>;

export type Cost = Readonly<{
  judgments: number;
  hours: number;
  judgmentsEach: number;
  hoursEach: number;
}>;

/** What a campaign takes: k judgments a pair, and one of each person for what everyone judges. */
export function costOf({ nPairs, perPair, nOverlap, people, seconds }: Work): Cost {
  const everybodys = Math.min(nOverlap, nPairs);
  const judgments = (nPairs - everybodys) * perPair + everybodys * people;
  const hours = (judgments * seconds) / 3600;
  return { judgments, hours, judgmentsEach: judgments / people, hoursEach: hours / people };
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
