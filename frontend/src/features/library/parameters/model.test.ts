import { describe, expect, it } from 'vitest';
import type { ModelRun, Ranker } from '@/api/types';
import {
  noNumbers,
  requestedParameters,
  textOf,
  UNSAID,
} from '@/features/library/parameters/model';
import {
  earlierEntries,
  blank,
  enteredAgain,
  requestOf,
  suggestedName,
  withTask,
} from '@/features/library/parameters/request';
import type { Entered } from '@/features/library/parameters/request';
import { ownTroubles } from '@/features/library/parameters/troubles';

const parameter = { choices: [], help: '' };

const LATE: Ranker = {
  name: 'colbert',
  label: 'ColBERT',
  about: '',
  can_retrieve: true,
  compares_pairs: false,
  takes_passage_model: false,
  default_model: 'MiniLM',
  kinds_read: [],
  depth: 100,
  precisions: ['float32', 'bfloat16'],
  parameters: [
    { ...parameter, name: 'max_query_tokens', kind: 'whole', default: 32 },
    { ...parameter, name: 'drops_punctuation', kind: 'yes_no', default: true },
    { ...parameter, name: 'query_marker', kind: 'text', default: '[unused0]' },
    { ...parameter, name: 'query_prompt', kind: 'prompt', default: null },
  ],
};
const DUO: Ranker = {
  ...LATE,
  name: 'duo-t5',
  label: 'duoT5',
  can_retrieve: false,
  compares_pairs: true,
  default_model: null,
  depth: 50,
};
const RANKERS = [DUO, LATE];

const RERANK: Entered = {
  ...blank([], []),
  task: 'rerank',
  ranker: 'colbert',
  parent: 'bm25',
};
const SEARCH: Entered = {
  ...blank([{ name: 'trees' }], [{ name: 'needs' }]),
  ranker: 'colbert',
};

describe('withTask', () => {
  it('re-ranks by what needs no model of one’s own', () => {
    expect(withTask(blank([], []), 'rerank', RANKERS).ranker).toBe('colbert');
  });

  it('keeps a ranker that can do it as well', () => {
    expect(withTask(RERANK, 'search', RANKERS).ranker).toBe('colbert');
  });

  it('searches by BM25 where the ranker cannot, and keeps nothing of its model', () => {
    const form = { ...RERANK, ranker: 'duo-t5', model: '/models/duo' };
    expect(withTask(form, 'search', RANKERS)).toMatchObject({ ...UNSAID, ranker: 'bm25' });
  });
});

describe('requestedParameters', () => {
  it.each([
    [{}, {}],
    [{ max_query_tokens: '32', drops_punctuation: 'yes' }, {}],
    [
      { max_query_tokens: ' 8 ', drops_punctuation: 'no' },
      { max_query_tokens: 8, drops_punctuation: false },
    ],
    [{ query_marker: '[Q]', foreign: 'x' }, { query_marker: '[Q]' }],
    [{ query_prompt: 'Find:\nquery: ' }, { query_prompt: 'Find:\nquery: ' }],
  ])('of %o sends what is not as usual', (parameters, expected) => {
    expect(requestedParameters({ ...UNSAID, parameters }, LATE)).toEqual(expected);
  });
});

it.each(['eight', '8.5'])('a whole number is none as %s', (text) => {
  const part = { ...UNSAID, parameters: { max_query_tokens: text } };
  expect(noNumbers(part, LATE).map(({ name }) => name)).toEqual(['max_query_tokens']);
});

describe('suggestedName', () => {
  it.each([
    [RERANK, LATE, 'colbert-bm25'],
    [SEARCH, LATE, 'colbert-trees-needs'],
    [{ ...RERANK, model: 'castorini/mono, t5/' }, LATE, 'colbert-mono-t5-bm25'],
    [{ ...RERANK, precision: 'bfloat16' as const }, LATE, 'colbert-bfloat16-bm25'],
    [{ ...RERANK, rerankDepth: '20' }, LATE, 'colbert-depth=20-bm25'],
    [{ ...RERANK, pairsPerChunk: '20' }, LATE, 'colbert-bm25'],
    [{ ...RERANK, parameters: { max_query_tokens: '8' } }, LATE, 'colbert-max_query_tokens=8-bm25'],
    [{ ...RERANK, parameters: { query_prompt: 'query: ' } }, LATE, 'colbert-query_prompt-bm25'],
    [{ ...RERANK, parent: '' }, LATE, ''],
  ])('says of %o what is not as usual', (form, ranker, name) => {
    expect(suggestedName(form, ranker)).toBe(name);
  });
});

describe('requestOf', () => {
  it('names the run to re-rank and no ground', () => {
    expect(requestOf(RERANK, 'r', LATE)).toEqual({
      name: 'r',
      ranker: 'colbert',
      parent: 'bm25',
      model: null,
      passage_model: null,
      precision: 'float32',
      depth: 100,
      pairs_per_chunk: null,
      parameters: {},
    });
  });

  it('says how a re-ranking is to be divided where somebody entered it', () => {
    const request = requestOf({ ...RERANK, pairsPerChunk: ' 20 ' }, 'r', LATE);
    expect(request).toMatchObject({ pairs_per_chunk: 20 });
  });

  it('names what is searched and no run', () => {
    const request = requestOf(SEARCH, 'r', LATE);
    expect(request).toMatchObject({ collection: 'trees', topic_set: 'needs', depth: 1000 });
    expect(request).not.toHaveProperty('parent');
    expect(request).not.toHaveProperty('pairs_per_chunk');
  });
});

describe('enteredAgain', () => {
  it.each([
    { ...RERANK, rerankDepth: '20', parameters: { drops_punctuation: 'no' }, model: '/m' },
    { ...RERANK, pairsPerChunk: '20' },
    { ...SEARCH, numbers: { ...SEARCH.numbers, depth: '7' } },
  ])('asks for the same again', (form) => {
    const request = requestOf(form, 'r', LATE);
    expect(requestOf(enteredAgain(request), 'r', LATE)).toEqual(request);
  });

  it('takes up what the server says of a run', () => {
    const request = { ...requestOf(RERANK, 'r', LATE), parameters: { max_query_tokens: null } };
    const run = { name: 'r', asked: request as ModelRun };
    const again = earlierEntries([run as never], 'r');
    expect(again).toMatchObject({ task: 'rerank', ranker: 'colbert', name: 'r', parent: 'bm25' });
  });
});

describe('ownTroubles', () => {
  it('asks for a run and a model where none is said', () => {
    const form = { ...RERANK, ranker: 'duo-t5', parent: '' };
    expect(Object.keys(ownTroubles(form, DUO, 'r', []))).toEqual(['parent', 'model']);
  });

  it('asks for numbers where there are none', () => {
    const form = { ...RERANK, rerankDepth: '', parameters: { max_query_tokens: 'x' } };
    expect(Object.keys(ownTroubles(form, LATE, 'r', []))).toEqual([
      'depth',
      'parameters.max_query_tokens',
    ]);
  });
});

it.each([
  ['', undefined],
  ['1e3', undefined],
  ['many', 'Enter a whole number.'],
  ['1,000', 'Enter a whole number.'],
  ['1.5', 'Enter a whole number.'],
])('chunks of "%s" pairs are answered by %o', (pairsPerChunk, trouble) => {
  const { pairs_per_chunk: said } = ownTroubles({ ...RERANK, pairsPerChunk }, LATE, 'r', []);
  expect(said).toBe(trouble);
});

it.each([
  [null, ''],
  [undefined, ''],
  [true, 'yes'],
  [false, 'no'],
  [32, '32'],
  ['dot', 'dot'],
])('%o is shown as %s', (value, text) => {
  expect(textOf(value)).toBe(text);
});
