import { counted, formatCount, formatShare } from '@/shared/format/numbers';

/** The judgments that are wanted: each is in, left to give, or set aside. */
export type Progress = Readonly<{
  n_wanted: number;
  n_votes: number;
  n_left: number | null;
  n_set_aside: number | null;
  n_waiting_for_adjudication: number | null;
  n_further: number | null;
}>;

type Counts = { [Key in keyof Progress]: Progress[Key] | null };

/** Null for an assessor of the campaign, until it has ended. */
export function progressOf(campaign: Counts): Progress | null {
  const { n_wanted: nWanted, n_votes: nVotes } = campaign;
  if (nWanted === null || nVotes === null) return null;
  return { ...campaign, n_wanted: nWanted, n_votes: nVotes };
}

/** "725 of 726 judgments". */
export const formatJudgments = ({ n_votes: nVotes, n_wanted: nWanted }: Progress): string =>
  `${formatCount(nVotes)} of ${counted(nWanted, 'judgment')}`;

/** "44 judgments wanted = 34 + 10 further"; empty where none is a further one. */
export function formatFurther({ n_wanted: nWanted, n_further: n }: Progress): string {
  if (n === null || n === 0) return '';
  const [first, more] = [nWanted - n, n].map(formatCount);
  return `${counted(nWanted, 'judgment')} wanted = ${first} + ${more} further`;
}

/** "725 of 726 judgments (>99%)". */
export const judgmentShare = (progress: Progress): string =>
  `${formatJudgments(progress)} (${formatShare(progress.n_wanted === 0 ? 0 : progress.n_votes / progress.n_wanted)})`;

/** "1 pair is set aside"; empty where none is. */
export function formatPairsSetAside({ n_waiting_for_adjudication: n }: Progress): string {
  if (n === null || n === 0) return '';
  return `${counted(n, 'pair')} ${n === 1 ? 'is' : 'are'} set aside`;
}

/** "2 set aside", of judgments; empty where none is. */
export const formatSetAside = ({ n_set_aside: n }: Progress): string =>
  n === null || n === 0 ? '' : `${formatCount(n)} set aside`;
