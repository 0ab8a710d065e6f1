import type { Stretch } from '@/features/judging/pair/wordBorders';

/** Letters of scripts without blanks: a word may begin between any two of them. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LETTER = String.raw`[\p{L}\p{M}\p{N}_]`;

/** From the first letter or digit to the last. */
const BARE = /[\p{L}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su;

const MOST_TERMS = 20;

/** The terms of a text, in lower case, each once; signs before and after a term are no part of it. */
export function termsIn(text: string): string[] {
  const bare = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((term) => BARE.exec(term)?.[0] ?? '');
  return [...new Set(bare.filter((term) => term !== ''))].slice(0, MOST_TERMS);
}

const escaped = (term: string): string => term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const sourceOf = (term: string): string =>
  UNSPACED.test(term) ? escaped(term) : `(?<!${LETTER})${escaped(term)}${LETTER}*`;

/** Finds words that begin with one of the terms, in upper or lower case; null without terms. */
export function finderOf(terms: readonly string[]): RegExp | null {
  if (terms.length === 0) return null;
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(sourceOf).join('|'), 'giu');
}

/** Where such words are, in order. */
export const foundIn = (text: string, finder: RegExp | null): Stretch[] =>
  finder === null
    ? []
    : [...text.matchAll(finder)].map(({ index, 0: word }) => ({
        from: index,
        to: index + word.length,
      }));

export type TermCount = Readonly<{ term: string; n: number }>;

/** How often words of a text begin with each term. */
export const countTerms = (text: string, terms: readonly string[]): TermCount[] =>
  terms.map((term) => ({ term, n: foundIn(text, finderOf([term])).length }));
