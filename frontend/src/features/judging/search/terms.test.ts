import { expect, it } from 'vitest';
import { countTerms, finderOf, foundIn, termsIn } from '@/features/judging/search/terms';

const found = (text: string, ...terms: string[]): string[] =>
  foundIn(text, finderOf(terms)).map(({ from, to }) => text.slice(from, to));

it.each([
  ['', []],
  [' climat, forest;  Climat ', ['climat', 'forest']],
  ['“old-growth” (fir)', ['old-growth', 'fir']],
  ['- …', []],
])('%j holds the terms %j', (text, terms) => {
  expect(termsIn(text)).toEqual(terms);
});

it('finds words by their beginning, in any case, and nothing inside a word', () => {
  expect(found('Climate, CLIMATIC, acclimatize', 'climat')).toEqual(['Climate', 'CLIMATIC']);
});

it('takes signs for what they are', () => {
  expect(found('c++ and cxx', 'c++')).toEqual(['c++']);
  expect(found('a.b axb', 'a.b')).toEqual(['a.b']);
});

it('finds accents and scripts without blanks', () => {
  expect(found('Öl und öliges', 'öl')).toEqual(['Öl', 'öliges']);
  expect(found('森林很老', '林')).toEqual(['林']);
});

it('counts each term by itself', () => {
  expect(countTerms('Fir, firs and a forest', ['fir', 'forest', 'oak'])).toEqual([
    { term: 'fir', n: 2 },
    { term: 'forest', n: 1 },
    { term: 'oak', n: 0 },
  ]);
});

it('finds nothing without terms', () => {
  expect(foundIn('Fir', finderOf([]))).toEqual([]);
});
