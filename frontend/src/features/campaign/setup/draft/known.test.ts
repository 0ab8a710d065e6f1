import { expect, it } from 'vitest';
import {
  gradesOfLabels,
  marksOf,
  readLines,
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
  text: 'Spruces.',
});

it('every bad line is named, and the good ones are read', () => {
  const text = 'query_id passage_id grade\nq1 d1 1 since it says so\n\nq2\td2\t0\nq3 d3 9\nq4 d4';
  const { pairs, troubles } = readLines(text, 'gold', [0, 1]);
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
  [[0, 1], 1, [0, 1, 2, 3], { 0: 0, 1: 1 }],
  [[0, 1], 1, [0, 1], { 0: 0, 1: 1 }],
])('labels %j, relevant from %i, stand for grades of %j as %j', (values, from, scale, grades) => {
  expect(gradesOfLabels(values, from, scale)).toEqual(grades);
});
