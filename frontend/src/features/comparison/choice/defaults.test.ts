import { expect, it } from 'vitest';
import type { LabelSet, Run } from '@/api/types';
import { defaultSelection, selectionOf } from '@/features/comparison/choice/defaults';

const run = (name: string, topicSet = 'main'): Run => ({
  name,
  collection: 'c',
  topic_set: topicSet,
  lineage: { collections: ['c'], topic_sets: [topicSet] },
  team: '',
  kind: 'unknown',
  source: 'imported',
  ranker: null,
  description: null,
  asked: null,
  job: null,
  has_pairs: false,
  is_trained: false,
  parent: null,
  n_topics: 1,
  depth: 10,
  status: 'complete',
  created_at: '2026-01-01T00:00:00Z',
});

const labels = (name: string, topicSet = 'main'): LabelSet => ({
  id: 1,
  name,
  collection: 'c',
  topic_set: topicSet,
  source: 'imported',
  campaign: null,
  is_simulated: false,
  min_relevance: 1,
  is_whole: false,
  scale: [0, 1],
  n_topics: 1,
  n_pairs: 1,
  n_gold: null,
  policy: null,
  design: null,
  sample: '',
  created_at: '2030-01-01T00:00:00Z',
});

it('a bare address compares the first run with the others of its topics, under three label sets', () => {
  const sets = ['l1', 'l2', 'l3', 'l4'].map((name) => labels(name));
  const {
    baseline,
    runs,
    labels: chosen,
  } = defaultSelection([run('r1'), run('r2'), run('alone', 'x')], sets);
  expect([baseline, runs, chosen]).toEqual(['r1', ['r2'], ['l1', 'l2', 'l3']]);
});

it('first stages come before what re-ranks them, imported labels before derived ones', () => {
  const reranked = { ...run('a'), parent: 'b' };
  const derived = { ...labels('a'), source: 'derived' as const };
  const { baseline, labels: chosen } = defaultSelection(
    [reranked, run('b')],
    [derived, labels('b')],
  );
  expect([baseline, chosen]).toEqual(['b', ['b', 'a']]);
});

it('a run with nothing beside it is passed over', () => {
  const { baseline } = defaultSelection([run('alone', 'x'), run('r1'), run('r2')], [labels('l1')]);
  expect(baseline).toBe('r1');
});

const computed = (name: string, depth: number, k1: number, topicSet = 'main'): Run => ({
  ...run(name, topicSet),
  asked: {
    name,
    ranker: 'bm25',
    collection: 'c',
    topic_set: topicSet,
    depth,
    k1,
    b: 0.7,
    adjusts_ties: true,
    fields_indexed: 'title,text',
    stop_words: 'english',
    stemmer: 'porter',
    device: depth === 100 ? 'cpu' : 'cuda',
  },
});

it('a run computed as an earlier one was is left out, however deep and wherever', () => {
  const runs = [
    computed('a', 100, 0.9),
    computed('b', 1000, 0.9),
    computed('c', 100, 1.2),
    run('d'),
  ];
  expect(defaultSelection(runs, [labels('l')]).runs).toEqual(['c', 'd']);
});

it('a run with nothing beside it but what was computed as it was is passed over', () => {
  const runs = [computed('a', 100, 0.9, 'x'), computed('b', 1000, 0.9, 'x'), run('r1'), run('r2')];
  const { baseline, runs: compared } = defaultSelection(runs, [labels('lx', 'x'), labels('l')]);
  expect([baseline, compared]).toEqual(['r1', ['r2']]);
});

it('without runs nothing is chosen', () => {
  expect(defaultSelection([], []).baseline).toBeNull();
});

it('an address that names a run compares it with the oldest of its topics', () => {
  const old = { ...run('z'), created_at: '2025-12-31T00:00:00Z' };
  const runs = [run('a'), run('new'), run('far', 'x'), old];
  const { baseline, runs: compared } = defaultSelection(runs, [labels('l')], 'new');
  expect([baseline, compared]).toEqual(['z', ['new']]);
});

it('an address that names a run that re-ranks compares it with what it re-ranks', () => {
  const runs = [run('a'), run('first'), { ...run('new'), parent: 'first' }];
  const { baseline, runs: compared } = defaultSelection(runs, [labels('l')], 'new');
  expect([baseline, compared]).toEqual(['first', ['new']]);
});

it('an address that names the oldest run compares the others with it', () => {
  const runs = [run('a'), run('b'), run('c')];
  const { baseline, runs: compared } = defaultSelection(runs, [labels('l')], 'a');
  expect([baseline, compared]).toEqual(['a', ['b', 'c']]);
});

it('a run that has no other beside it is the baseline', () => {
  const { baseline, runs } = defaultSelection([run('r1'), run('far', 'x')], [], 'far');
  expect([baseline, runs]).toEqual(['far', []]);
});

it.each(['run=b&', ''])('the address %stest=… compares by the test that it names', (about) => {
  const params = new URLSearchParams(`${about}test=wilcoxon&correction=holm&zero_method=pratt`);
  expect(selectionOf(params, [run('a'), run('b')], [labels('l')])).toMatchObject({
    baseline: 'a',
    runs: ['b'],
    labels: ['l'],
    test: 'wilcoxon',
    correction: 'holm',
    testOptions: { zero_method: 'pratt' },
  });
});

it('an address that names a label set compares the runs of its topics under it', () => {
  const runs = [run('a', 'x'), run('b'), run('c')];
  const params = new URLSearchParams('label_set=new');
  expect(selectionOf(params, runs, [labels('old'), labels('new')])).toMatchObject({
    baseline: 'b',
    runs: ['c'],
    labels: ['new'],
  });
});

it('an address that names runs beside a label set compares all of these, and no others', () => {
  const runs = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => run(name));
  const under = (among: string) =>
    selectionOf(new URLSearchParams(`label_set=new&among=${among}`), runs, [labels('new')]);
  expect(under('b,c,d,e,f,g')).toMatchObject({ baseline: 'b', runs: ['c', 'd', 'e', 'f', 'g'] });
  expect(under('gone,b')).toMatchObject({ baseline: 'a', runs: ['b', 'c', 'd', 'e'] });
});

it('an address that names runs alone compares these under the labels of their topics', () => {
  const runs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => run(name));
  const { baseline, ...chosen } = selectionOf(new URLSearchParams('among=c,b,f'), runs, [
    labels('new'),
  ]);
  expect(baseline).toBe('b');
  expect(chosen).toMatchObject({ runs: ['c', 'f'], labels: ['new'] });
});

it('runs over a variant stand beside those over the original, under its labels', () => {
  const noisy = {
    ...run('noisy', 'typos'),
    lineage: { collections: ['c'], topic_sets: ['typos', 'main'] },
  };
  const { runs, labels: chosen } = defaultSelection(
    [run('r1'), noisy],
    [labels('l1'), labels('l2', 'typos')],
  );
  expect([runs, chosen]).toEqual([['noisy'], ['l1']]);
});

const ofSource = (name: string, source: LabelSet['source'], scale: number[]): LabelSet => ({
  ...labels(name),
  source,
  scale,
});
const [MS_MARCO, NIST] = [
  ofSource('ms-marco', 'imported', [1]),
  ofSource('nist', 'imported', [0, 1, 2, 3]),
];
const [GRADED, STRICT] = [
  ofSource('graded', 'derived', [1, 2, 3, 4, 5]),
  ofSource('strict', 'derived', [0, 1]),
];

it.each([
  ['RR@10', 'binary ones', [MS_MARCO, STRICT]],
  ['nDCG@10', 'graded ones of a file without zeros', [ofSource('new', 'imported', [1, 2])]],
  ['nDCG@10', 'graded ones that topics came with', [NIST]],
  ['nDCG@10', 'some graded among those that topics came with', [MS_MARCO, NIST, STRICT]],
  ['RR@10', 'binary ones that topics came with, a graded derivation beside', [MS_MARCO, GRADED]],
  ['nDCG@10', 'derived ones alone, one of them graded', [STRICT, GRADED]],
  [
    'RR@10',
    'those that are binary but for passages taken as unjudged',
    [ofSource('old', 'imported', [-2, -1, 0, 1])],
  ],
])('%s comes first under %s', (measure, _, sets) => {
  const chosen = sets.map(({ name }) => name).join(',');
  for (const address of ['', `baseline=a&runs=b&labels=${chosen}`])
    expect(selectionOf(new URLSearchParams(address), [run('a'), run('b')], sets).measures).toEqual([
      measure,
      ...['RR@10', 'MFR@10', 'P@10', 'nDCG@10'].filter((name) => name !== measure),
    ]);
});

it.each(['', 'run=b&', 'label_set=nist&', 'baseline=a&runs=b&labels=nist&'])(
  'measures that the address %s… names are kept as they are',
  (about) => {
    const params = new URLSearchParams(`${about}measures=AP,RBP(p=0.8,rel=2)`);
    const { measures } = selectionOf(params, [run('a'), run('b')], [NIST]);
    expect(measures).toEqual(['AP', 'RBP(p=0.8,rel=2)']);
  },
);

it('the labels to show beside come first, under the measures that the address names', () => {
  const sets = [labels('new'), labels('old'), labels('other')];
  const params = new URLSearchParams(
    'label_set=new&beside=old&among=r1,r2&measures=nDCG@3,RR@3,P@3',
  );
  const found = selectionOf(params, [run('r1'), run('r2'), run('r3')], sets);
  expect(new Set(found.labels)).toEqual(new Set(['new', 'old']));
  expect(new Set([found.baseline, ...found.runs])).toEqual(new Set(['r1', 'r2']));
  expect(found.measures).toEqual(['nDCG@3', 'RR@3', 'P@3']);
  params.set('beside', 'unknown');
  expect(selectionOf(params, [run('r1'), run('r2')], sets).labels).toEqual(['new']);
});

it('a bare address leaves out runs by models that were trained here, which know some of the topics', () => {
  const trained = { ...run('tuned'), is_trained: true };
  const { runs } = defaultSelection([run('a'), run('b'), trained], [labels('l')]);
  expect(runs).toEqual(['b']);
  const named = defaultSelection([run('a'), run('b'), trained], [labels('l')], 'tuned');
  expect(named.runs).toEqual(['tuned']);
});
