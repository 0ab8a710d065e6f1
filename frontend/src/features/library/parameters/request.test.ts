import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ALL_NUMBERS,
  blank,
  enteredAgain,
  requestOf,
  suggestedName,
  USUAL,
} from '@/features/library/parameters/request';
import type { Bm25Run, ComputedRun } from '@/api/types';
import { describeAnalysis } from '@/features/library/parameters/bm25';
import type { Entered } from '@/features/library/parameters/request';

const PLAIN = blank([{ name: 'trees' }], [{ name: 'needs' }]);

const entered = (numbers: Partial<Entered['numbers']>, usesRm3 = false): Entered => ({
  ...PLAIN,
  usesRm3,
  numbers: { ...USUAL, ...numbers },
});

const asBm25 = (asked: ComputedRun) => asked as Bm25Run;

type Properties = Readonly<Record<string, Readonly<{ default?: unknown }>>>;
type Described = Readonly<{
  components: { schemas: Readonly<Record<string, { properties: Properties }>> };
}>;

it('what the form begins with is what the server takes when nothing is said', () => {
  const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Described).components;
  const [run, rm3] = [schemas.Bm25RunRequest, schemas.Rm3Request];
  const usual = (name: string): unknown =>
    (run?.properties[name] ?? rm3?.properties[name])?.default;
  expect(ALL_NUMBERS.map(({ name }) => [name, Number(USUAL[name])])).toEqual(
    ALL_NUMBERS.map(({ name }) => [name, usual(name)]),
  );
  const request = asBm25(requestOf(PLAIN, 'r', null));
  const { fields_indexed, stop_words, stemmer, adjusts_ties, device } = request;
  expect({ fields_indexed, stop_words, stemmer, adjusts_ties, device }).toEqual({
    fields_indexed: usual('fields_indexed'),
    stop_words: usual('stop_words'),
    stemmer: usual('stemmer'),
    adjusts_ties: usual('adjusts_ties'),
    device: usual('device'),
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
  ])('says of %o what is not as usual', (form, name) => {
    expect(suggestedName(form, null)).toBe(name);
  });

  it('leaves room for a number behind it', () => {
    const form = { ...PLAIN, collection: 'c'.repeat(200) };
    expect(suggestedName(form, null).length).toBeLessThan(200);
  });
});

describe('requestOf', () => {
  it('asks for no expansion while RM3 is off, whatever its fields hold', () => {
    expect(asBm25(requestOf(entered({ fb_terms: '' }), 'r', null)).rm3).toBeNull();
  });

  it('sends numbers as numbers', () => {
    expect(requestOf(entered({ k1: '1.2', fb_docs: '5' }, true), 'r', null)).toMatchObject({
      name: 'r',
      depth: 1000,
      k1: 1.2,
      rm3: { fb_docs: 5, fb_terms: 10, original_query_weight: 0.5 },
    });
  });
});

describe('enteredAgain', () => {
  const asked = {
    ...asBm25(requestOf(entered({ k1: '1.2', b: '0.4', depth: '50' }), 'r', null)),
    fields_indexed: 'text',
    stemmer: 'none',
    device: 'cuda',
  } as const;

  it.each([null, { fb_terms: 20, fb_docs: 5, original_query_weight: 0.7 }])(
    'asks for the same again, expanded by %o',
    (rm3) => {
      expect(requestOf(enteredAgain({ ...asked, rm3 }), 'r', null)).toEqual({ ...asked, rm3 });
    },
  );

  it('keeps the name', () => {
    expect(enteredAgain(asked).name).toBe('r');
  });
});

it('what there is but one of is chosen', () => {
  const rows = [{ name: 'one' }, { name: 'two' }];
  const { collection, topic_set } = blank(rows.slice(0, 1), rows);
  expect([collection, topic_set]).toEqual(['one', '']);
});

it.each([
  [{}, /titles and texts .* stop words left out, the rest stemmed/],
  [
    { fields_indexed: 'text', stop_words: 'none', stemmer: 'none' } as const,
    /texts alone .* stop words kept, nothing stemmed/,
  ],
])('of %o the page says how terms are taken', (part, text) => {
  expect(describeAnalysis({ ...PLAIN.settled, ...part })).toMatch(text);
});
