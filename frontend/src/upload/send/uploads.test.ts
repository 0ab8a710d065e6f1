import { expect, it } from 'vitest';
import { describeImport } from '@/upload/send/uploads';

const DONE = {
  n_topics: 2,
  n_lines: 20,
  n_repeated: 0,
  n_tied: 0,
  n_unknown_topics: 0,
  n_topics_without_ranking: 0,
  n_textless: 0,
} as Parameters<typeof describeImport>[0];

it.each([
  [0, '2 topics, 20 lines, no ties.'],
  [3, '2 topics, 20 lines, 3 tied.'],
])('a run with %i tied lines says so', (tied, text) => {
  expect(describeImport({ ...DONE, n_tied: tied })).toBe(text);
});
