import { counted, formatCount, formatShare } from '@/shared/format/numbers';

type Wanted = Readonly<{
  n_wanted: number;
  n_votes: number;
  n_left: number | null;
  n_set_aside: number | null;
  n_waiting_for_adjudication: number | null;
  n_further: number | null;
}>;
/** Topics for which more pairs are chosen as these are judged, so that more will be wanted. */
type Choosing = Readonly<{ n_topics_choosing?: number }>;

/** The judgments that are wanted: each is in, left to give, or set aside. */
export type Progress = Wanted & Choosing;

type Counts = { [Key in keyof Wanted]: Wanted[Key] | null } & Choosing;

/** Whether pairs are still being chosen: nobody knows how many there will be. */
export const isChoosing = ({ n_topics_choosing: n }: Choosing): boolean => (n ?? 0) > 0;

/** Null for an assessor of the campaign, until it has ended. */
export function progressOf(campaign: Counts): Progress | null {
  const { n_wanted: nWanted, n_votes: nVotes } = campaign;
  if (nWanted === null || nVotes === null) return null;
  return { ...campaign, n_wanted: nWanted, n_votes: nVotes };
}

/** "725 of 726 judgments"; "725 judgments of 726 wanted so far" while pairs are chosen. */
export function formatJudgments(progress: Progress): string {
  const { n_votes: nVotes, n_wanted: nWanted } = progress;
  return isChoosing(progress)
    ? `${counted(nVotes, 'judgment')} of ${formatCount(nWanted)} wanted so far`
    : `${formatCount(nVotes)} of ${counted(nWanted, 'judgment')}`;
}

/** "44 judgments wanted = 34 + 10 further"; empty where none is a further one. */
export function formatFurther({ n_wanted: nWanted, n_further: n }: Progress): string {
  if (n === null || n === 0) return '';
  const [first, more] = [nWanted - n, n].map(formatCount);
  return `${counted(nWanted, 'judgment')} wanted = ${first} + ${more} further`;
}

/** "725 of 726 judgments (>99%)"; without a share while pairs are chosen. */
export function judgmentShare(progress: Progress): string {
  if (isChoosing(progress)) return formatJudgments(progress);
  const share = progress.n_wanted === 0 ? 0 : progress.n_votes / progress.n_wanted;
  return `${formatJudgments(progress)} (${formatShare(share)})`;
}

/** "1 pair is set aside"; empty where none is. */
export function formatPairsSetAside({ n_waiting_for_adjudication: n }: Progress): string {
  if (n === null || n === 0) return '';
  return `${counted(n, 'pair')} ${n === 1 ? 'is' : 'are'} set aside`;
}

/** "2 set aside", of judgments; empty where none is. */
export const formatSetAside = ({ n_set_aside: n }: Progress): string =>
  n === null || n === 0 ? '' : `${formatCount(n)} set aside`;
