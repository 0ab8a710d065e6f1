import { expect, it } from 'vitest';
import {
  gradesOfLabels,
  marksOf,
  readLines,
  stillBad,
  withoutAdded,
  withoutPair,
  withPairs,
} from '@/features/campaign/setup/draft/known';
import type { KnownPair } from '@/features/campaign/setup/draft/types';

const pair = (query_id: string, grade = 1): KnownPair => ({
  query_id,
  passage_id: 'd1',
  kind: 'gold',
  grade,
  explanation: '',
  query: 'what spruces are',
  text: 'Spruces.',
});

it('every bad line is named, and the good ones are read', () => {
  const text = 'query_id passage_id grade\nq1 d1 1 since it says so\n\nq2\td2\t0\nq3 d3 9\nq4 d4';
  const { pairs, troubles } = readLines(text, 'gold', [0, 1], []);
  expect(
    pairs.map(({ pair: { query_id, grade, explanation }, line }) => [
      query_id,
      grade,
      explanation,
      line,
    ]),
  ).toEqual([
    ['q1', 1, 'since it says so', 2],
    ['q2', 0, '', 4],
  ]);
  expect(troubles.map(({ line, reason }) => [line, reason])).toEqual([
    [5, 'the grade 9 is not on the scale (0, 1)'],
    [6, 'write query_id, passage_id and grade'],
  ]);
});

it('a pasted pair that is there already is named, with what it repeats', () => {
  const { pairs, troubles } = readLines(
    'q1 d1 0\nq2 d1 9\nq2 d1 1\nq2 d1 0',
    'gold',
    [0, 1],
    [pair('q1')],
  );
  expect(pairs.map(({ line }) => line)).toEqual([3]);
  expect(troubles.map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'passage d1 of topic q1 is a gold pair already, graded 1'],
    [2, 'the grade 9 is not on the scale (0, 1)'],
    [4, 'passage d1 of topic q2 is pasted twice'],
  ]);
});

it('added lines go, and bad ones and those typed meanwhile stay', () => {
  const bad = [{ line: 3, text: 'q3 d3', reason: 'write all' }];
  const left = withoutAdded('topic\nq1 d1 1\nq9 d9 1\nq3 d3\nq4', 'topic\nq1 d1 1\nq3 d3', bad);
  expect(left).toBe('q9 d9 1\nq3 d3\nq4');
  expect(stillBad(left, bad).map(({ line }) => line)).toEqual([2]);
  expect(stillBad('q3 d3 1', bad)).toEqual([]);
});

it('a pair is there once: chosen again, it changes', () => {
  const known = withPairs([pair('q1'), pair('q2')], [pair('q2', 3), pair('q3')]);
  expect(known.map(({ query_id, grade }) => [query_id, grade])).toEqual([
    ['q1', 1],
    ['q2', 3],
    ['q3', 1],
  ]);
  expect(withoutPair(known, pair('q2'))).toHaveLength(2);
  expect(marksOf([pair('q1')])).toEqual([
    { query_id: 'q1', passage_id: 'd1', kind: 'gold', grade: 1, explanation: '', priority: 0 },
  ]);
});

it.each([
  [[0, 1, 2, 3], 2, [0, 1], { 0: 0, 1: 0, 2: 1, 3: 1 }],
  [[0, 1, 2, 3], 2, [1, 2, 3, 4], { 0: null, 1: 1, 2: 2, 3: 3 }],
  [[0, 1], 1, [0, 1, 2, 3], { 0: 0, 1: 2 }],
  [[1], 1, [1, 2, 3, 4, 5], { 1: 4 }],
  [[0, 3], 1, [0, 1, 2, 3], { 0: 0, 3: 3 }],
  [[1, 2], 2, [0, 1, 2, 3], { 1: 1, 2: 2 }],
  [[0, 1], 1, [0, 1], { 0: 0, 1: 1 }],
])('labels %j, relevant from %i, stand for grades of %j as %j', (values, from, scale, grades) => {
  expect(gradesOfLabels(values, from, scale)).toEqual(grades);
});
