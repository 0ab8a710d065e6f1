import { beginningOf } from '@/features/campaign/kit/beginningOf';
import type { Grade, JudgmentVersion, PairAnswer, PairRow } from '@/api/types';
import { MOST_COUNTED } from '@/features/campaign/kit/formatMany';
import { shortReason } from '@/features/campaign/kit/shortReason';
import { confidenceName, gradeTitle } from '@/shared/judging/grades';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatClock, formatDay, formatSeconds } from '@/shared/format/time';

/** "123 pairs", "more than 10,000 pairs". */
export const formatFound = (n: number): string =>
  n > MOST_COUNTED ? `more than ${counted(MOST_COUNTED, 'pair')}` : counted(n, 'pair');

export const formatWhen = (iso: string): string => `${formatDay(iso)}, ${formatClock(iso)}`;

type Said = Readonly<{
  grade?: number | null;
  reason_not_judged: PairAnswer['reason_not_judged'];
}>;

/** "3 Partial", or why there is no grade. */
export function formatSaid({ grade, reason_not_judged: reason }: Said, scale: readonly Grade[]) {
  if (grade === null || grade === undefined)
    return reason === 'retracted' ? 'taken back' : `not judged: ${shortReason(reason ?? 'other')}`;
  return gradeTitle(grade, scale.find(({ value }) => value === grade)?.name ?? `${grade}`);
}

/** Everything that an answer says, for a cell that has room for its grade alone. */
export function describeAnswer(answer: PairAnswer, scale: readonly Grade[]): string {
  const { pseudonym, assessor_kind: kind, confidence, note, n_highlights: nHighlights } = answer;
  return [
    `${pseudonym}${kind === 'human' ? '' : `, ${kind}`}: ${formatSaid(answer, scale)}`,
    ...(answer.is_surplus ? ['surplus'] : []),
    ...(confidence === null ? [] : [confidenceName(confidence).toLowerCase()]),
    ...(nHighlights === 0 ? [] : [counted(nHighlights, 'highlight')]),
    ...(note === '' ? [] : [`note “${beginningOf(note, 120)}”`]),
    ...(answer.active_ms === null ? [] : [formatSeconds(answer.active_ms)]),
    formatWhen(answer.answered_at),
  ].join('; ');
}

/** "2 notes, 1 with highlights"; empty where nobody said more than a grade. */
export function formatRemarks(answers: readonly PairAnswer[]): string {
  const nNotes = answers.filter(({ note }) => note !== '').length;
  const nHighlighted = answers.filter(({ n_highlights: n }) => n > 0).length;
  return [
    ...(nNotes === 0 ? [] : [counted(nNotes, 'note')]),
    ...(nHighlighted === 0 ? [] : [`${formatCount(nHighlighted)} with highlights`]),
  ].join(', ');
}

/** What a version said besides its grade. */
export function formatBesides({ confidence, spans, note }: JudgmentVersion): string {
  return [
    ...(confidence === null ? [] : [confidenceName(confidence).toLowerCase()]),
    ...(spans.length === 0 ? [] : [counted(spans.length, 'highlight')]),
    ...(note === '' ? [] : [`“${note}”`]),
  ].join(', ');
}

/** The distance of the lowest and the highest grade; one grade has none. */
export const formatSpread = ({ spread, n_grades: n }: PairRow): string =>
  n < 2 ? '–' : formatCount(spread);

/** "in 3 of the pool’s runs, best at rank 2". */
export function formatRuns(nRuns: number, bestRank: number | null): string {
  if (nRuns === 0) return 'not from a run';
  const rank = bestRank === null ? '' : `, best at rank ${formatCount(bestRank)}`;
  return `in ${formatCount(nRuns)} of the pool’s runs${rank}`;
}

/** What names a passage in a list, and what follows below the name. */
export function headlineOf({ title, text, doc_id: docId, is_cut: isCut }: PairRow) {
  const start = isCut ? `${text.trimEnd()}…` : text;
  if (title !== '') return { name: title, rest: start };
  return { name: start === '' ? docId : start, rest: '' };
}

const ORIGINS: Readonly<Record<PairRow['origin'], string>> = {
  pooled: '',
  search: 'found by search',
  control: 'control sample',
};

/** How a pair came into the pool, where that is not as usual: "found by search". */
export const sayOrigin = ({ origin }: Pick<PairRow, 'origin'>): string => ORIGINS[origin];
