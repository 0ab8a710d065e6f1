import { expect, it } from 'vitest';
import type { LabelSet, Run } from '@/api/types';
import { fittingPart, runsBeside } from '@/features/comparison/choice/fitting';
import { readSelection } from '@/features/comparison/choice/selection';

const run = (name: string, ...topicSets: readonly string[]): Run =>
  ({ name, lineage: { collections: ['c'], topic_sets: topicSets } }) as unknown as Run;

const labels = (name: string, topicSet: string): LabelSet =>
  ({ name, collection: 'c', topic_set: topicSet }) as unknown as LabelSet;

const RUNS = [
  run('bm25', 'main'),
  run('bert', 'main'),
  run('noisy', 'typos', 'main'),
  run('far', 'x'),
];
const LABELS = [labels('old', 'main'), labels('of-typos', 'typos'), labels('else', 'x')];

function shown(address: string) {
  const { selection, leftOut } = fittingPart(
    readSelection(new URLSearchParams(address)),
    RUNS,
    LABELS,
  );
  return [selection.baseline, selection.runs, selection.labels, leftOut];
}

it('what is there and fits stays as it was, variants among it', () => {
  expect(shown('baseline=bm25&runs=bert,noisy&labels=old')).toEqual([
    'bm25',
    ['bert', 'noisy'],
    ['old'],
    [],
  ]);
});

it('names of nothing are left out, and reported', () => {
  expect(shown('baseline=gone&runs=bert,bart&labels=old,new&only_topics_of=none')).toEqual([
    null,
    ['bert'],
    ['old'],
    [
      'There is no complete run called “gone” here.',
      'There is no complete run called “bart” here.',
      'There is no label set called “new” here.',
      'There is no label set called “none” here.',
    ],
  ]);
});

it('runs over other topics and labels that do not serve the baseline are left out', () => {
  expect(shown('baseline=bm25&runs=bert,far&labels=old,else,of-typos')).toEqual([
    'bm25',
    ['bert'],
    ['old'],
    [
      'far ranks other topics or passages than bm25. It is left out.',
      'else does not label the topics of bm25. It is left out.',
      'of-typos does not label the topics of bm25. It is left out.',
    ],
  ]);
});

it('a run that labels of the baseline do not serve is left out', () => {
  expect(shown('baseline=noisy&runs=bert&labels=of-typos')[1]).toEqual([]);
});

it('beside a run those over its topics and variants of them are offered, beside none all', () => {
  expect(runsBeside(RUNS, RUNS[0]).map(({ name }) => name)).toEqual(['bm25', 'bert', 'noisy']);
  expect(runsBeside(RUNS, undefined)).toEqual(RUNS);
});
