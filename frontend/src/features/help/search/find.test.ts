import { expect, it } from 'vitest';
import { excerpt, find } from '@/features/help/search/find';
import type { Section } from '@/features/help/read/types';

const section = (page: string, heading: string, text: string): Section => ({
  page,
  heading,
  slug: heading.toLowerCase(),
  text,
});

const SECTIONS = [
  section('measures', '', 'Formulas of all measures.'),
  section('measures', 'DCG', 'The sum of gains, of which nDCG is the normalized form.'),
  section('measures', 'nDCG', 'Graded, with a discount.'),
  section('labels', 'Aggregates', 'By majority or median.'),
];

const headings = (query: string): string[] =>
  find(SECTIONS, query, (page) => `All about ${page}`).map(({ section: { heading } }) => heading);

it('a heading goes before a mention, and every word must be there', () => {
  expect(headings('ndcg')).toEqual(['nDCG', 'DCG']);
  expect(headings('NDCG discount')).toEqual(['nDCG']);
  expect(headings('ndcg majority')).toEqual([]);
});

it('a word of the title finds the page first, and nothing is searched for without words', () => {
  expect(headings('measures')[0]).toBe('');
  expect(headings('  ')).toEqual([]);
});

it('signs are searched for as they are', () => {
  expect(headings('gains,')).toEqual(['DCG']);
  expect(headings('.*')).toEqual([]);
});

it('an excerpt is cut between words and marks what was found', () => {
  const text = `${'before '.repeat(40)}a Discount here ${'after '.repeat(80)}`;
  const pieces = excerpt(text, 'discount');
  expect(pieces.filter(({ isHit }) => isHit)).toEqual([{ text: 'Discount', isHit: true }]);
  const shown = pieces.map((piece) => piece.text).join('');
  expect(shown).toMatch(/^… before .* after …$/);
  expect(shown.length).toBeLessThan(240);
});
