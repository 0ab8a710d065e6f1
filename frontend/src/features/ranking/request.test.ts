import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ALL_NUMBERS, choiceOf, requestOf, suggestedName, USUAL } from '@/features/ranking/request';
import type { Entered } from '@/features/ranking/request';

const PLAIN: Entered = {
  collection: 'trees',
  topic_set: 'needs',
  name: null,
  usesRm3: false,
  numbers: USUAL,
};

const entered = (numbers: Partial<Entered['numbers']>, usesRm3 = false): Entered => ({
  ...PLAIN,
  usesRm3,
  numbers: { ...USUAL, ...numbers },
});

type Properties = Readonly<Record<string, Readonly<{ default?: unknown }>>>;
type Described = Readonly<{
  components: { schemas: Readonly<Record<string, { properties: Properties }>> };
}>;

it('what the form begins with is what the server takes when nothing is said', () => {
  const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Described).components;
  const [run, rm3] = [schemas.ComputedRunRequest, schemas.FeedbackRequest];
  const usual = (name: string): unknown =>
    (run?.properties[name] ?? rm3?.properties[name])?.default;
  expect(ALL_NUMBERS.map(({ name }) => [name, Number(USUAL[name])])).toEqual(
    ALL_NUMBERS.map(({ name }) => [name, usual(name)]),
  );
  const { fields_indexed, stop_words, stemmer, adjusts_ties } = requestOf(PLAIN, 'r');
  expect({ fields_indexed, stop_words, stemmer, adjusts_ties }).toEqual({
    fields_indexed: usual('fields_indexed'),
    stop_words: usual('stop_words'),
    stemmer: usual('stemmer'),
    adjusts_ties: usual('adjusts_ties'),
  });
});

describe('suggestedName', () => {
  it.each([
    [PLAIN, 'bm25-trees-needs'],
    [entered({ k1: '0.90', depth: '100' }), 'bm25-k1=0.90-depth=100-trees-needs'],
    [entered({ b: '0.680' }), 'bm25-trees-needs'],
    [entered({ fb_docs: '5' }), 'bm25-trees-needs'],
    [entered({ fb_docs: '5' }, true), 'bm25-rm3-docs=5-trees-needs'],
    [{ ...PLAIN, topic_set: '' }, ''],
  ])('tells of %o what is not as usual', (form, name) => {
    expect(suggestedName(form)).toBe(name);
  });

  it('leaves room for a number behind it', () => {
    const form = { ...PLAIN, collection: 'c'.repeat(200) };
    expect(suggestedName(form).length).toBeLessThan(200);
  });
});

describe('requestOf', () => {
  it('asks for no expansion while RM3 is off, whatever stands in its fields', () => {
    expect(requestOf(entered({ fb_terms: '' }), 'r').rm3).toBeNull();
  });

  it('sends numbers as numbers', () => {
    expect(requestOf(entered({ k1: '1.2', fb_docs: '5' }, true), 'r')).toMatchObject({
      name: 'r',
      depth: 1000,
      k1: 1.2,
      rm3: { fb_docs: 5, fb_terms: 10, original_query_weight: 0.5 },
    });
  });
});

describe('choiceOf', () => {
  const rows = [{ name: 'one' }, { name: 'two' }];

  it.each([
    ['two', rows, 'two'],
    [null, rows, ''],
    ['gone', rows, ''],
    [null, rows.slice(0, 1), 'one'],
    ['gone', rows.slice(0, 1), 'one'],
    [null, [], ''],
  ])('of %s among %o takes %s', (asked, among, chosen) => {
    expect(choiceOf(asked, among)).toBe(chosen);
  });
});
