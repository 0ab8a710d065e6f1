import { describe, expect, it } from 'vitest';
import { Words, cutByRule } from '@/features/judging/pair/wordBorders';
import type { Stretch } from '@/features/judging/pair/wordBorders';

const WAYS = [
  ['the segmenter', (text: string) => new Words(text)],
  ['rules of thumb', (text: string) => new Words(text, cutByRule(text))],
] as const;

const of = (text: string, stretch: Stretch | null): string | null =>
  stretch === null ? null : text.slice(stretch.from, stretch.to);

function all(words: Words, text: string): string[] {
  const found: string[] = [];
  for (let one = words.next(0); one !== null; one = words.next(one.to)) {
    found.push(text.slice(one.from, one.to));
  }
  return found;
}

function allBackwards(words: Words, text: string): string[] {
  const found: string[] = [];
  for (let one = words.previous(text.length); one !== null; one = words.previous(one.from)) {
    found.unshift(text.slice(one.from, one.to));
  }
  return found;
}

const TEXTS: readonly [string, string, string[]][] = [
  ['plain words', 'Spruces live, long.', ['Spruces', 'live', 'long']],
  ['an apostrophe', 'they don’t fall', ['they', 'don’t', 'fall']],
  ['emoji of one person', 'a 👩🏽‍🔬 works', ['a', '👩🏽‍🔬', 'works']],
  ['a family', '👨‍👩‍👧‍👦 lives', ['👨‍👩‍👧‍👦', 'lives']],
  ['flags side by side', 'in 🇩🇪🇫🇷 now', ['in', '🇩🇪', '🇫🇷', 'now']],
  ['combining marks', 'nai\u0308ve cafe\u0301 ole', ['nai\u0308ve', 'cafe\u0301', 'ole']],
  ['right-to-left text', 'עץ האשוח חי', ['עץ', 'האשוח', 'חי']],
  ['mixed text', 'the word שלום means peace', ['the', 'word', 'שלום', 'means', 'peace']],
  ['numbers', 'lives 3.5 years', ['lives', '3.5', 'years']],
  ['nothing but blanks', ' \n\t ', []],
];

describe.each(WAYS)('Words by %s', (_, wordsOf) => {
  it.each(TEXTS)('finds the words of %s, both ways', (__, text, expected) => {
    const words = wordsOf(text);
    expect(all(words, text)).toEqual(expected);
    expect(allBackwards(words, text)).toEqual(expected);
  });

  it.each([
    ['the middle of two words', 'two hundred years', 1, 7, 'two hundred'],
    ['one word and blanks around it', 'two  hundred  years', 3, 14, 'hundred'],
    ['half of a joined emoji', 'x 👩‍🔬 y', 2, 4, '👩‍🔬'],
    ['half of a flag', 'x 🇩🇪🇫🇷 y', 6, 8, '🇫🇷'],
    ['a letter without its mark', 'le cafe\u0301 noir', 3, 7, 'cafe\u0301'],
    ['a skin tone alone', 'x 👍🏿 y', 4, 6, '👍🏿'],
    ['a comma', 'one, two', 3, 4, ','],
    ['part of a right-to-left word', 'עץ האשוח חי', 4, 6, 'האשוח'],
  ])('widens %s', (__, text, from, to, expected) => {
    expect(of(text, wordsOf(text).widen({ from, to }))).toBe(expected);
  });

  it('makes nothing of blanks', () => {
    expect(wordsOf('a   b').widen({ from: 1, to: 4 })).toBeNull();
  });

  it('takes one endless word whole', () => {
    const text = 'a'.repeat(5_000);
    expect(wordsOf(text).widen({ from: 10, to: 20 })).toEqual({ from: 0, to: 5_000 });
  });

  it('cuts a script without blanks into no longer words than its own', () => {
    const text = '東京都に住む';
    const widened = wordsOf(text).widen({ from: 0, to: 1 });
    expect(widened?.from).toBe(0);
    expect(widened?.to).toBeLessThan(4);
  });

  it('knows whether a position is in a word', () => {
    const words = wordsOf('one, two');
    expect(of('one, two', words.at(1))).toBe('one');
    expect(words.at(3)).toBeNull();
    expect(words.at(99)).toBeNull();
  });
});
