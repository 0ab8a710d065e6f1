import { expect, it } from 'vitest';
import {
  addressOf,
  changed,
  isNarrowed,
  offered,
  sayCount,
  searchOf,
  toggled,
} from '@/features/campaign/pairs/search/search';
import type { Only, Search } from '@/features/campaign/pairs/search/search';

const read = (query: string): Search => searchOf(new URLSearchParams(query));

const FULL = [
  'order=spread&only=tied&only=noted&kind=gold&stratum=rare&query_id=q+1',
  'words=how+tall&assessor=P-lynx&grade=-1&reason=unreadable&far_from=7',
].join('&');

it('an address and what it asks for are the same, in both directions', () => {
  const search: Search = {
    order: 'spread',
    only: ['tied', 'noted'],
    kind: 'gold',
    stratum: 'rare',
    query_id: 'q 1',
    words: 'how tall',
    assessor: 'P-lynx',
    grade: -1,
    reason: 'unreadable',
    far_from: 7,
  };
  expect(read(FULL)).toEqual(search);
  expect(addressOf(search)).toBe(`?${FULL}`);
});

it.each([
  '',
  'order=pool',
  'order=worst&only=lost&kind=odd&reason=toString',
  'words=++',
  'grade=x',
  'far_from=0',
])('the address %j narrows nothing', (query) => {
  expect(read(query)).toEqual({});
  expect(addressOf(read(query))).toBe('');
});

it('the stratum without a name is one of its own', () => {
  expect(read('stratum=')).toEqual({ stratum: '' });
  expect(addressOf({ stratum: '' })).toBe('?stratum=');
});

it('a grade of 0 is a grade', () => {
  expect(addressOf(read('grade=0'))).toBe('?grade=0');
});

it('a filter is named once, however often the address names it', () => {
  expect(read('only=tied&only=tied').only).toEqual(['tied']);
});

it('a filter comes and goes, and the last one leaves nothing behind', () => {
  const tied = changed({ order: 'spread' }, toggled({}, 'tied'));
  expect(tied).toEqual({ order: 'spread', only: ['tied'] });
  expect(changed(tied, toggled(tied, 'tied'))).toEqual({ order: 'spread' });
});

it('an order alone narrows nothing', () => {
  expect(isNarrowed({ order: 'newest' })).toBe(false);
  expect(isNarrowed({ order: 'newest', words: 'fir' })).toBe(true);
});

it.each<[Only[], number, Only[]]>([
  [[], 1, ['tied', 'decided']],
  [['tied'], 1, ['tied', 'decided', 'undecided']],
  [['decided'], 1, ['tied', 'decided']],
  [['tied'], 0, ['tied']],
  [['undecided'], 0, ['tied', 'undecided']],
])('beside %j, with %i decided, the filters %j are offered', (chosen, nDecided, expected) => {
  const ns: Readonly<Partial<Record<Only, number>>> = { tied: 2, decided: nDecided, undecided: 9 };
  const counts = (['tied', 'noted', 'decided', 'undecided'] as const).map((only) => ({
    only,
    n: ns[only] ?? 0,
    n_undecided: 0,
  }));
  expect(offered(counts, chosen).map(({ only }) => only)).toEqual(expected);
});

it.each([
  [{ only: 'apart', n: 3, n_undecided: 2 }, '3, 2 to decide'],
  [{ only: 'tied', n: 2, n_undecided: 2 }, '2'],
  [{ only: 'noted', n: 3, n_undecided: 2 }, '3'],
] as const)('a kind of pairs says how many adjudicators are asked of: %j', (count, said) => {
  expect(sayCount(count)).toBe(said);
});
