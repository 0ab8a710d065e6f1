import { expect, it } from 'vitest';
import { describeImport, describeTopics } from '@/upload/send/uploads';

const DONE = {
  n_topics: 2,
  n_lines: 20,
  n_repeated: 0,
  n_tied: 0,
  n_unknown_topics: 0,
  n_topics_without_ranking: 0,
  n_textless: 0,
  same_as: [] as readonly string[],
  metadata_note: '',
} as Parameters<typeof describeImport>[0];

it.each([
  [0, '2 topics, 20 lines, no ties.'],
  [3, '2 topics, 20 lines, 3 tied.'],
])('a run with %i tied lines says so', (tied, text) => {
  expect(describeImport({ ...DONE, n_tied: tied })).toBe(text);
});

it('topics that were left out are listed', () => {
  const done = { n_topics: 2, first_query_id: 'a', last_query_id: 'b' } as Parameters<
    typeof describeTopics
  >[0];
  const bad = { line: 3, reason: 'the query is empty', code: 'query_empty' };
  const none = { ...done, n_skipped: 0, skipped: [], note: '' };
  expect(describeTopics(none)).toBe('2 topics, from a to b.');
  expect(describeTopics({ ...none, note: 'More.' })).toBe('2 topics, from a to b. More.');
  expect(describeTopics({ ...none, n_skipped: 2, skipped: [bad] })).toBe(
    '2 topics, from a to b. Left out: 2 topics (line 3: the query is empty; …).',
  );
});
