import type { Grade, OwnCounts, OwnJudgment, Reason, Sought } from '@/api/types';
import { confidenceName, gradeTitle } from '@/shared/judging/grades';
import { counted, formatCount } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';

/** What the history is narrowed to; an empty text narrows nothing. */
export type Filters = Readonly<{ answer: string; query: string; words: string }>;

export const NO_FILTERS: Filters = { answer: '', query: '', words: '' };

export type Choice = Readonly<{ value: string; label: string }>;

const withCount = (label: string, n: number): string => `${label} (${formatCount(n)})`;

const reasonName = (code: string, reasons: readonly Reason[]): string =>
  reasons.find((reason) => reason.code === code)?.name ?? code;

/** The grades that were given, then the reasons why there is none. */
export function answerChoices(
  { grades }: OwnCounts,
  scale: readonly Grade[],
  reasons: readonly Reason[],
): Choice[] {
  const given = scale.flatMap(({ value, name }) => {
    const n = grades.find(({ grade }) => grade === value)?.n ?? 0;
    return n === 0
      ? []
      : [{ value: `grade:${value}`, label: withCount(gradeTitle(value, name), n) }];
  });
  const blank = grades.flatMap(({ reason_not_judged: code, n }) =>
    code === null
      ? []
      : [{ value: `reason:${code}`, label: withCount(reasonName(code, reasons), n) }],
  );
  const nBlank = grades.reduce((sum, { grade, n }) => (grade === null ? sum + n : sum), 0);
  const any = { value: 'reason:any', label: withCount('Could not judge', nBlank) };
  return [...given, ...(nBlank === 0 ? [] : [any]), ...(blank.length > 1 ? blank : [])];
}

export function soughtBy({ answer, query, words }: Filters): Sought {
  const [kind, value = ''] = answer.split(':');
  return {
    ...(kind === 'grade' ? { grade: Number(value) } : {}),
    ...(kind === 'reason' ? { reason: value as NonNullable<Sought['reason']> } : {}),
    ...(query === '' ? {} : { query }),
    ...(words.trim() === '' ? {} : { words: words.trim() }),
  };
}

function moment(iso: string, now: Date): string {
  const isToday = new Date(iso).toDateString() === now.toDateString();
  return isToday ? formatClock(iso) : `${formatDay(iso)}, ${formatClock(iso)}`;
}

/** When it was given, and what was added to it. */
export function formatDetails(judgment: OwnJudgment, now = new Date()): string {
  const { spans, confidence, created_at: at } = judgment;
  return [
    moment(at, now),
    ...(spans.length === 0 ? [] : [counted(spans.length, 'highlight')]),
    ...(confidence === null ? [] : [confidenceName(confidence).toLowerCase()]),
  ].join(' · ');
}

const SHOWN = 110;

export function beginningOf({ title, text }: OwnJudgment['passage']): string {
  const beginning = (title === '' ? text : `${title}. ${text}`).slice(0, 4 * SHOWN).trim();
  const points = Array.from(beginning);
  return points.length > SHOWN ? `${points.slice(0, SHOWN).join('').trimEnd()}…` : beginning;
}

type Said = Pick<OwnJudgment, 'grade' | 'reason_not_judged'>;

/** The name of a grade, or why there is none. */
export const answerName = (
  { grade, reason_not_judged: code }: Said,
  scale: readonly Grade[],
  reasons: readonly Reason[],
): string =>
  grade === null
    ? reasonName(code ?? '', reasons)
    : (scale.find(({ value }) => value === grade)?.name ?? `${grade}`);

export const formatAnswer = (
  { grade, reason_not_judged: code }: Said,
  scale: readonly Grade[],
  reasons: readonly Reason[],
): string => {
  if (grade === null || grade === undefined)
    return `Could not judge: ${reasonName(code ?? '', reasons)}`;
  const { name } = scale.find(({ value }) => value === grade) ?? { name: `${grade}` };
  return gradeTitle(grade, name);
};
