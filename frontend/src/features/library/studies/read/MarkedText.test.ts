import { describe, expect, it } from 'vitest';
import { piecesOf } from '@/features/library/studies/read/MarkedText';

const marked = (text: string, other: string): string =>
  piecesOf(text, other)
    .map((piece) => (piece.isChanged ? `[${piece.text}]` : piece.text))
    .join(' ');

describe('what changed of a text', () => {
  it('is each word that the other one lacks at its place', () => {
    expect(marked('do fris have ocnes', 'do firs have cones')).toBe('do [fris] have [ocnes]');
    expect(marked('do firs have cones', 'firs cones')).toBe('[do] firs [have] cones');
  });

  it('keeps neighbours together', () => {
    expect(marked('a b c d', 'a x y d')).toBe('a [b c] d');
  });

  it('is nothing of the same text, and all of one that shares no word', () => {
    expect(marked('a b', 'a b')).toBe('a b');
    expect(marked('a b', '')).toBe('[a b]');
    expect(piecesOf('', 'a')).toEqual([]);
  });

  it('is not looked for in very long texts', () => {
    const long = 'word '.repeat(500);
    expect(piecesOf(long, 'word')).toEqual([{ text: long, isChanged: false }]);
  });
});
