import { expect, test } from 'vitest';
import { linesOf } from '@/shared/ui/tables/folds';

test('rows of a fold stand together at the place of the first, unless there is only one', () => {
  const lines = linesOf(['a', 'x1', 'b', 'x2', 'y1'], (row) =>
    row.length > 1 ? row.charAt(0) : null,
  );
  expect(lines).toEqual([
    { fold: null, rows: ['a'] },
    { fold: 'x', rows: ['x1', 'x2'] },
    { fold: null, rows: ['b'] },
    { fold: null, rows: ['y1'] },
  ]);
});
