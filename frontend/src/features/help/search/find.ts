import type { Section } from '@/features/help/read/types';

export type Found = Readonly<{ section: Section; score: number }>;

/** A piece of text, and whether it was searched for. */
export type Piece = Readonly<{ text: string; isHit: boolean }>;

export const wordsOf = (query: string): readonly string[] => [
  ...new Set(query.toLowerCase().split(/\s+/).filter(Boolean)),
];

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** How well a word fits: a whole word of a heading says more than a part of one in the text. */
function fit(word: string, title: string, { heading, text }: Section): number {
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu');
  if (whole.test(heading)) return 16;
  if (heading.toLowerCase().includes(word)) return 8;
  if (whole.test(title)) return heading === '' ? 12 : 4;
  if (whole.test(text)) return 2;
  return text.toLowerCase().includes(word) || title.toLowerCase().includes(word) ? 1 : 0;
}

/** The parts of pages that have every word, the best first; equal ones stay in the order of the pages. */
export function find(
  sections: readonly Section[],
  query: string,
  titleOf: (page: string) => string,
): readonly Found[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => {
      const fits = words.map((word) => fit(word, titleOf(section.page), section));
      return { section, score: fits.includes(0) ? 0 : fits.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

const [BEFORE, LENGTH] = [60, 220];

/** The text around the first word that was found, cut between words, with all that were marked. */
export function excerpt(text: string, query: string): readonly Piece[] {
  const words = wordsOf(query);
  const any = new RegExp(`(${words.map(escaped).join('|')})`, 'iu');
  const first = Math.max(0, text.search(any));
  const from = first <= BEFORE ? 0 : text.lastIndexOf(' ', first - BEFORE) + 1;
  const to = text.length <= from + LENGTH ? text.length : text.lastIndexOf(' ', from + LENGTH);
  const shown = `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
  return shown
    .split(any)
    .map((piece, at) => ({ text: piece, isHit: at % 2 === 1 }))
    .filter(({ text: piece }) => piece !== '');
}
