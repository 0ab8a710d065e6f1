import { expect, it } from 'vitest';
import { formatWork, type Work } from '@/shared/format/work';

const WORK: Work = { unit: 'topic', n: 1200, n_done: 600, n_failed: 0 };

it.each([
  [{}, '600 of 1,200 topics'],
  [{ n_failed: 3 }, '600 of 1,200 topics, 3 failed'],
  [{ n: 1, n_done: 0 }, '0 of 1 topic'],
  [{ unit: 'passage' }, '600 of 1,200 passages encoded'],
] as const)('work with %o is said', (part, text) => {
  expect(formatWork({ ...WORK, ...part })).toBe(text);
});
