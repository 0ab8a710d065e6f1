import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';
import type { Span } from '@/features/judging/pair/spans';

type Scale = readonly Pick<Grade, 'value' | 'requires_span'>[];

export const asksForHighlights = (scale: Scale, value: number | null): boolean =>
  scale.some((grade) => grade.value === value && grade.requires_span);

/** As the server has it: where some grade requires highlights, no other has any. */
const mayHaveHighlights = (scale: Scale, { grade, reason }: Verdict): boolean =>
  reason === null &&
  (asksForHighlights(scale, grade) || !scale.some(({ requires_span: asks }) => asks));

/** Highlights set aside by the current verdict, which cannot have any. */
export const laidAsideBy = (current: Verdict | null): readonly Span[] => current?.laidAside ?? [];

/** The verdict as it is sent; what it cannot have is kept for the next one on the same passage. */
export function withFittingHighlights(
  verdict: Verdict,
  scale: Scale,
  current: Verdict | null,
): Verdict {
  if (mayHaveHighlights(scale, verdict)) return verdict;
  const laidAside = verdict.spans.length > 0 ? verdict.spans : laidAsideBy(current);
  return { ...verdict, spans: [], laidAside };
}
