import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  firstDraft,
  nextId,
  ticked,
  troubleOf,
  withChanged,
  withLabels,
} from '@/features/library/studies/start/draft';
import type { Ground } from '@/features/library/studies/start/draft';

const recipe = (name: string) => ({ name, title: name, recipe: {} });
const ground = {
  labels: [
    { name: 'made-up', is_simulated: true, topic_set: 'needs', collection: 'trees' },
    { name: 'trec', is_simulated: false, topic_set: 'needs', collection: 'trees' },
  ],
  collections: [],
  topicSets: [],
  taken: [],
  recipes: [
    recipe('typos-queries-remove_space-one'),
    recipe('typos-passages-remove_space-0.1'),
    recipe('typos-queries-swap_words-ones'),
  ],
} as unknown as Ground;

describe('a draft of a study', () => {
  it('could be started as it begins', () => {
    expect(bodyOf(firstDraft(ground), ground)).toEqual({
      name: 'needs-noise',
      topics: 'needs',
      collection: 'trees',
      labels: 'trec',
      measures: 'nDCG@10,RR@10,R@1000',
      variants: [{ texts: 'queries', recipe: 'typos-queries-remove_space-one', seed: 1 }],
      rankers: [
        { name: 'BM25', ranker: 'bm25' },
        { name: 'BM25 + RM3', ranker: 'bm25', rm3: {} },
      ],
      cross: false,
      test: 't',
      correction: 'holm',
    });
  });

  it('asks for rankers that re-rank BM25, and for texts that are there', () => {
    const added = {
      id: 1,
      name: 'mine',
      ranker: 'bert-cat',
      model: '/m',
      reranks: true,
      depth: 50,
    };
    const draft = {
      ...firstDraft(ground),
      ready: ['rerank', 'bm25'] as const,
      depth: 20,
      added: [added],
      collections: ['cut-trees'],
      recipes: [],
    };
    const body = bodyOf(draft, ground);
    expect(body?.rankers).toEqual([
      { name: 'BM25', ranker: 'bm25' },
      { name: 'MiniLM over BM25', ranker: 'bert-dot', reranks: 'BM25', depth: 20 },
      { name: 'mine', ranker: 'bert-cat', model: '/m', reranks: 'BM25', depth: 50 },
    ]);
    expect(body?.variants).toEqual([{ collection: 'cut-trees' }]);
  });

  it('takes imported runs as a ranker, once they are chosen', () => {
    const imported = { id: 1, name: 'DPR', runs: [] as string[] };
    const draft = { ...firstDraft(ground), ready: [], imported: [imported] };
    expect(troubleOf(draft)).toBe('Choose the imported runs.');
    const whole = {
      ...draft,
      imported: withChanged([imported], 1, { runs: ['dpr', 'dpr-swapped'] }),
    };
    expect(bodyOf(whole, ground)?.rankers).toEqual([{ name: 'DPR', runs: ['dpr', 'dpr-swapped'] }]);
    expect(nextId(whole.imported)).toBe(2);
  });

  it('says what is missing', () => {
    const draft = firstDraft(ground);
    expect(troubleOf({ ...draft, name: ' ' })).toBe('Name the study.');
    expect(troubleOf({ ...draft, name: 'a b' })).toContain('no blank');
    expect(troubleOf({ ...draft, recipes: [] })).toBe('Choose a variant of the texts.');
    expect(troubleOf({ ...draft, ready: [] })).toBe('Choose a ranker.');
    expect(troubleOf({ ...draft, ready: ['rerank'] })).toBe('Choose BM25, which is re-ranked.');
    expect(bodyOf({ ...draft, ready: [] }, ground)).toBeNull();
  });

  it('proposes another name with other labels, and keeps one that was typed', () => {
    const other = { name: 'more', is_simulated: false, topic_set: 'wishes', collection: 'trees' };
    const wider = { ...ground, labels: [...ground.labels, other] } as unknown as Ground;
    const draft = firstDraft(wider);
    expect(withLabels(draft, wider, 'more').name).toBe('wishes-noise');
    expect(withLabels({ ...draft, name: 'mine' }, wider, 'more').name).toBe('mine');
    expect(firstDraft({ ...ground, taken: ['needs-noise', 'needs-noise-2'] }).name).toBe(
      'needs-noise-3',
    );
  });

  it('ticks a name once', () => {
    expect(ticked(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
    expect(ticked(['a', 'b'], 'a', false)).toEqual(['b']);
  });
});
