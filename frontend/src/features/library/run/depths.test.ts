import { expect, it } from 'vitest';
import type { Scores } from '@/api/types';
import { byDepth, CUTOFFS, MEASURES, meanOf, worstFirst } from '@/features/library/run/depths';

const scores = {
  topic_list: ['q1', 'q2'].map((id) => ({ query_id: id, query: `query ${id}` })),
  rows: [{ scores: [{ measure: 'nDCG@10', mean: 0.5, values: [0.8, 0.2] }] }],
} as unknown as Scores;

it('each measure is asked for once', () => {
  expect(new Set(MEASURES).size).toBe(MEASURES.length);
  expect(MEASURES).toContain('Judged@10');
});

it('a measure stands at each depth, and what is not there yet is empty', () => {
  const groups = byDepth('nDCG', [scores, undefined]);
  expect(groups.map(({ name }) => Number(name))).toEqual(CUTOFFS);
  expect(groups[3]).toEqual({ name: '10', values: [0.5, null] });
  expect(meanOf(undefined, 'AP')).toBeNull();
});

it('topics come with the worst first', () => {
  expect(worstFirst(scores, 'nDCG@10').map(({ queryId }) => queryId)).toEqual(['q2', 'q1']);
});
