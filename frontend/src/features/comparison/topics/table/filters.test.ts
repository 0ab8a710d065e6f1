import { expect, it } from 'vitest';
import { countFilters, filtered, readFilters } from '@/features/comparison/topics/table/filters';
import { TABLE } from '@/features/comparison/topics/table/table.test.support';

const shown = (query: string, run = 'a'): string[] =>
  filtered(TABLE, { labels: 'old', run }, readFilters(new URLSearchParams(query))).map(
    ({ query_id: id }) => id,
  );

it.each([
  ['', ['q1', 'q2', 'q30']],
  ['search=LIVE do', ['q1', 'q30']],
  ['search=q3', ['q30']],
  ['words_from=3', ['q1', 'q30']],
  ['words_from=2&words_to=4', ['q30']],
  ['answer=DESC', ['q2', 'q30']],
  ['stratum=low', ['q1']],
  ['relevant_to=2', ['q1', 'q2']],
  ['relevant_from=1&relevant_to=6', ['q1']],
  ['judged=50', ['q1', 'q2']],
  ['judged=50&search=firs', ['q2']],
  ['words_from=many', ['q1', 'q2', 'q30']],
])('%s', (query, expected) => {
  expect(shown(query)).toEqual(expected);
});

it('a run that retrieved nothing has no share that could reach a bound, not even 0', () => {
  expect(shown('judged=0', 'b')).toEqual(['q1', 'q30']);
});

it('a bound that cannot be read is no filter', () => {
  expect(countFilters(new URLSearchParams('words_from=many&judged=-3&search=+&words_to=2'))).toBe(
    1,
  );
});

it('a range of two ends is two filters', () => {
  expect(countFilters(new URLSearchParams('words_from=1&words_to=2&runs=a&search='))).toBe(2);
});
