import type { JudgmentVersion } from '@/api/types';
import { CodePoints } from '@/shared/judging/codePoints';

/** What one assessor highlighted, in code points of the passage. */
export type Highlighter = Readonly<{ pseudonym: string; spans: readonly (readonly number[])[] }>;

/** A stretch of the text, in units of a string, that the same assessors highlighted. */
export type HeatStretch = Readonly<{ from: number; to: number; by: readonly string[] }>;

/** The first looks that stand: of each assessor the latest, unless it was taken back. */
export const standingOf = (versions: readonly JudgmentVersion[]): readonly JudgmentVersion[] =>
  versions.filter(
    ({ occasion, superseded_at: end, reason_not_judged: reason, cause, is_withdrawn: isGone }) =>
      occasion === 0 && end === null && reason !== 'retracted' && cause !== 'rejected' && !isGone,
  );

type UnitSpan = Readonly<{ from: number; to: number; pseudonym: string }>;

function unitSpans(text: string, highlighters: readonly Highlighter[]): UnitSpan[] {
  const points = new CodePoints(text);
  const toUnit = (point = 0): number => Math.min(points.toUnit(point), text.length);
  return highlighters.flatMap(({ pseudonym, spans }) =>
    spans.map(([start, end]) => ({ from: toUnit(start), to: toUnit(end), pseudonym })),
  );
}

const coversAll = (one: UnitSpan, from: number, to: number): boolean =>
  one.from <= from && to <= one.to;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, i) => name === other[i]);

/**
 * The text cut where anybody's highlight begins or ends: each stretch with those who highlighted
 * it, by name. In order; joined, the stretches are the text, and no two neighbours are alike.
 */
export function heatOf(text: string, highlighters: readonly Highlighter[]): HeatStretch[] {
  const spans = unitSpans(text, highlighters);
  const edges = spans.flatMap(({ from, to }) => [from, to]);
  const cuts = [...new Set([0, ...edges, text.length])].sort((a, b) => a - b);
  const stretches: HeatStretch[] = [];
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i] ?? 0;
    const names = spans.filter((one) => coversAll(one, from, to)).map((one) => one.pseudonym);
    const by = [...new Set(names)].sort();
    const last = stretches.at(-1);
    if (last !== undefined && isSame(last.by, by)) stretches.splice(-1, 1, { ...last, to });
    else stretches.push({ from, to, by });
  }
  return stretches;
}
