import { describe, expect, it } from 'vitest';
import type { Verdict } from '@/features/judging/pair/deck';
import { laidAsideBy, withFittingHighlights } from '@/features/judging/highlighting/highlights';
import type { Span } from '@/features/judging/pair/spans';
import { grade } from '@/features/judging/desk/desk.test.support';

const FREE = [grade(0), grade(3)];
const RATIONALES = [grade(0), grade(3, { requires_span: true })];
const SPANS: readonly Span[] = [[0, 22]];

const verdict = (value: number | null, spans = SPANS): Verdict => ({
  grade: value,
  reason: value === null ? 'other' : null,
  spans,
});

describe('withFittingHighlights', () => {
  it.each([
    ['a grade that requires them', 3, RATIONALES, SPANS],
    ['a grade that does not, where another does', 0, RATIONALES, []],
    ['any grade, where none does', 0, FREE, SPANS],
    ['no grade at all', null, FREE, []],
  ] as const)('sends what may be there: %s', (_, value, scale, spans) => {
    expect(withFittingHighlights(verdict(value), scale, null).spans).toEqual(spans);
  });

  it('keeps for later what it leaves out, over further such grades', () => {
    const changed = withFittingHighlights(verdict(0), RATIONALES, verdict(3));
    expect(laidAsideBy(changed)).toEqual(SPANS);
    expect(laidAsideBy(withFittingHighlights(verdict(null, []), RATIONALES, changed))).toEqual(
      SPANS,
    );
  });
});
