import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BadLines } from '@/upload/box/BadLines';

it('each reason stands once, with the lines that it is of', () => {
  const bad = [1, 2, 3, 4, 5, 6, 7].map((line) => ({
    line,
    reason: 'four columns',
    code: 'column_count',
  }));
  render(
    <BadLines
      reason="a.run, line 1: four columns"
      file="a.run"
      badLines={[
        ...bad,
        { line: 9, reason: 'no score', code: 'score_not_a_number' },
        { line: null, reason: 'a pair lacks', code: 'pair_missing' },
      ]}
      nBadLines={9}
      canRetry={false}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Lines 1, 2, 3, 4, 5 and 2 more: four columns',
    'Line 9: no score',
    'a pair lacks',
  ]);
});
