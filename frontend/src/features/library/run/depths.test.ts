import { expect, it } from 'vitest';
import type { Scores } from '@/api/types';
import {
  byDepth,
  CUTOFFS,
  estimatesIn,
  givenBy,
  marksIn,
  MEASURES,
  meanOf,
  notGiven,
  worstFirst,
} from '@/features/library/run/depths';

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

it('a sample gives estimates with both intervals, and says what it does not give', () => {
  const estimated = { these_topics: [0.2, 0.4], topics_like_these: [0.1, 0.5] };
  const reason = ' cannot be estimated from drawn, which is a sample.';
  const of = {
    not_estimated: ['RR@10', 'AP', 'nDCG@3'].map((measure) => ({
      ...{ measure, reason: measure + reason },
    })),
    rows: [
      {
        sample: { text: 'estimated from 9 drawn pairs' },
        scores: [{ measure: 'P@10', mean: 0.3, values: [0.3], estimated }],
      },
    ],
  } as unknown as Scores;
  const all = [{ labels: 'drawn', scores: of, error: null }];
  expect(estimatesIn(all)).toEqual([
    { labels: 'drawn', measure: 'P@10', mean: 0.3, likeThese: [0.1, 0.5], these: [0.2, 0.4] },
  ]);
  expect(marksIn(all)).toEqual(['Scores under drawn are estimated from 9 drawn pairs.']);
  expect(notGiven(all)).toEqual([`RR@10 and AP${reason}`]);
  expect(givenBy(of, ['nDCG@10', 'P@10'])).toEqual(['P@10']);
});
