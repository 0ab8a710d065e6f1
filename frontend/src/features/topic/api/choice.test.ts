import { expect, it } from 'vitest';
import type { LabelSet, Run } from '@/api/types';
import { choiceOf, offeredFor, unknownOf } from '@/features/topic/api/choice';

const run = (name: string, collections: readonly string[], topicSets = ['t']): Run =>
  ({
    name,
    status: 'complete',
    topic_set: topicSets[0],
    lineage: { collections, topic_sets: topicSets },
  }) as unknown as Run;
const labels = (name: string, collection: string, topicSet = 't'): LabelSet =>
  ({ name, collection, topic_set: topicSet }) as unknown as LabelSet;

const RUNS = [
  run('a', ['passages']),
  run('noisy', ['typos', 'passages']),
  run('doc', ['documents']),
  run('far', ['passages'], ['u']),
];
const LABELS = [
  labels('old', 'passages'),
  labels('docs', 'documents'),
  labels('x', 'passages', 'u'),
];

const offered = (address: string, topicSet = 't') =>
  offeredFor(topicSet, new URLSearchParams(address), RUNS, LABELS);

it('one collection and its variants are offered: that of the first run, or of what the address names', () => {
  expect(offered('')).toEqual({ runs: ['a', 'noisy'], labels: ['old'] });
  expect(offered('labels=docs')).toEqual({ runs: ['doc'], labels: ['docs'] });
  expect(offered('runs=doc&labels=old')).toEqual({ runs: ['doc'], labels: ['docs'] });
});

it('labels of what the topics are a variant of serve these, too', () => {
  const all = [...RUNS, run('typed', ['passages'], ['t-typo', 't'])];
  const found = offeredFor('t-typo', new URLSearchParams(), all, LABELS);
  expect(found).toEqual({ runs: ['typed'], labels: ['old'] });
});

it('an address is followed, names once, and what cannot be shown is reported', () => {
  const params = new URLSearchParams('runs=a,a,doc,gone&labels=,&measure=&n=1000');
  expect(choiceOf(params, offered('runs=a'))).toEqual({
    runs: ['a'],
    labels: [],
    measure: 'RR@10',
    n: 100,
    isWhole: false,
  });
  expect(unknownOf(params, offered('runs=a'))).toEqual(['doc', 'gone']);
  expect(choiceOf(new URLSearchParams(), offered('')).runs).toEqual(['a', 'noisy']);
});
