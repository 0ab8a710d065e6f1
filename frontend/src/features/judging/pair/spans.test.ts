import { describe, expect, it } from 'vitest';
import { addSpan, coveringSpan, removeSpan } from '@/features/judging/pair/spans';
import type { Span } from '@/features/judging/pair/spans';

describe('addSpan', () => {
  it('keeps spans sorted', () => {
    expect(addSpan([[10, 12]], [2, 4])).toEqual([
      [2, 4],
      [10, 12],
    ]);
  });

  it('joins what overlaps or touches', () => {
    const spans: Span[] = [
      [0, 4],
      [6, 9],
      [20, 22],
    ];
    expect(addSpan(spans, [4, 7])).toEqual([
      [0, 9],
      [20, 22],
    ]);
  });
});

it('a span removed leaves the others', () => {
  const first: Span = [0, 2];
  const second: Span = [4, 5];
  expect(removeSpan([first, second], first)).toEqual([second]);
});

it('coveringSpan finds the span that a code point lies in', () => {
  const spans: Span[] = [
    [0, 2],
    [4, 5],
  ];
  expect([0, 1, 2, 4, 5].map((point) => coveringSpan(spans, point)?.[0])).toEqual([
    0,
    0,
    undefined,
    4,
    undefined,
  ]);
});
