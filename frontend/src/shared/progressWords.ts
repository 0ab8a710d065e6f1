import { counted, formatCount, formatShare } from '@/shared/format';

/** The judgments that are wanted: each is in, left to give, or set aside. */
export type Progress = Readonly<{
  n_wanted: number;
  n_votes: number;
  n_left: number | null;
  n_set_aside: number | null;
  n_waiting_for_adjudication: number | null;
}>;

type Counts = { [Key in keyof Progress]: Progress[Key] | null };

/** Null for who is not told: who judges in the campaign, until it has ended. */
export function progressOf(campaign: Counts): Progress | null {
  const { n_wanted: nWanted, n_votes: nVotes } = campaign;
  if (nWanted === null || nVotes === null) return null;
  return { ...campaign, n_wanted: nWanted, n_votes: nVotes };
}

/** "725 of 726 judgments". */
export const judgmentWords = ({ n_votes: nVotes, n_wanted: nWanted }: Progress): string =>
  `${formatCount(nVotes)} of ${counted(nWanted, 'judgment')}`;

/** "725 of 726 judgments (>99%)". */
export const judgmentShare = (progress: Progress): string =>
  `${judgmentWords(progress)} (${formatShare(progress.n_wanted === 0 ? 0 : progress.n_votes / progress.n_wanted)})`;

/** "1 pair waits for an adjudicator"; empty where none does. */
export function waitingWords({ n_waiting_for_adjudication: n }: Progress): string {
  if (n === null || n === 0) return '';
  return `${counted(n, 'pair')} ${n === 1 ? 'waits' : 'wait'} for an adjudicator`;
}

/** "2 set aside for an adjudicator"; empty where none is. */
export const asideWords = ({ n_set_aside: n }: Progress): string =>
  n === null || n === 0 ? '' : `${formatCount(n)} set aside for an adjudicator`;

/** What an ended campaign never got: "4 not given, 2 set aside for an adjudicator"; empty where all is in. */
export function missingWords(progress: Progress): string {
  const left = progress.n_left ? `${formatCount(progress.n_left)} not given` : '';
  return [left, asideWords(progress)].filter((part) => part !== '').join(', ');
}

/** What is not in: "4 left, 2 set aside: 1 pair waits for an adjudicator"; empty where all is. */
export function restWords(progress: Progress): string {
  const { n_left: nLeft, n_set_aside: nAside } = progress;
  const left = nLeft === null || nLeft === 0 ? '' : `${formatCount(nLeft)} left`;
  const aside =
    nAside === null || nAside === 0
      ? ''
      : `${formatCount(nAside)} set aside: ${waitingWords(progress)}`;
  return [left, aside].filter((part) => part !== '').join(', ');
}
