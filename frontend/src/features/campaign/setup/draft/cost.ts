import type { JudgingTime } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';

export type Work = Readonly<{
  nPairs: number;
  perPair: number;
  /** Of them, judged by everyone. */
  nOverlap: number;
  /** Of them, graded by an expert: mixed in, and wanted of nobody in particular. */
  nGold: number;
  /** A gold pair every so many pairs, which count towards the quota. */
  goldEvery: number | null;
  people: number;
  /** Of one judgment. */
  seconds: number;
  /** Pairs for each person; null for as many as there are. */
  quota: number | null;
  /** A repeat every so many pairs, which count towards the quota. */
  repeatEvery: number | null;
}>;

export type Cost = Readonly<{
  /** Pairs that take k judgments each; the others are counted apart. */
  nRegular: number;
  /** Judgments of these, as the campaign will ask for them. */
  wanted: number;
  /** Judgments of the pairs that everyone judges. */
  shared: number;
  /** Both. */
  judgments: number;
  hours: number;
  judgmentsEach: number;
  hoursEach: number;
  /** Judgments that the quotas of so many people leave to nobody. */
  uncovered: number;
}>;

export const GOLD_EVERY = 10;

/** What of a quota goes to pairs that are wanted, and new to the person. */
function ownShare({ quota, repeatEvery, nGold, goldEvery }: Work): number {
  if (quota === null) return Infinity;
  const nRepeats = repeatEvery === null ? 0 : Math.floor(quota / repeatEvery);
  return quota - nRepeats - Math.min(nGold, Math.floor(quota / (goldEvery ?? GOLD_EVERY)));
}

/** What a campaign takes: k judgments a pair, and one of each person for what everyone judges. */
export function costOf(work: Work): Cost {
  const { nPairs, nGold, perPair, nOverlap, people, seconds, quota } = work;
  const notGold = Math.max(0, nPairs - nGold);
  const everybodys = Math.min(nOverlap, notGold);
  const nRegular = notGold - everybodys;
  const [wanted, shared] = [nRegular * perPair, everybodys * people];
  const judgments = wanted + shared;
  const hours = (judgments * seconds) / 3600;
  const judgmentsEach = Math.min(judgments / people, quota ?? Infinity);
  return {
    nRegular,
    wanted,
    shared,
    judgments,
    hours,
    judgmentsEach,
    hoursEach: (judgmentsEach * seconds) / 3600,
    uncovered: Math.max(0, judgments - ownShare(work) * people),
  };
}

/** "20 judgments of 10 pairs", and what everyone judges besides. */
export const formatCost = ({ wanted, nRegular, shared }: Cost): string =>
  `${counted(wanted, 'judgment')} of ${counted(nRegular, 'pair')}` +
  (shared > 0 ? `, and ${formatCount(shared)} of those that everyone judges` : '');

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
