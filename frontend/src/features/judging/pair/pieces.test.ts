import { describe, expect, it } from 'vitest';
import { piecesOf } from '@/features/judging/pair/pieces';

const TEXT = 'Many live long. Spruces ';
const BLOCK = { from: 0, to: TEXT.length };
const mark = (from: number, to: number) => ({ from, to, of: `${from}` });

/** The pieces as words, marked ones in brackets, the seam as a bar. */
const shown = (...[block, marks, seam]: Parameters<typeof piecesOf<string>>): string =>
  piecesOf(block, marks, seam)
    .map(({ from, to, mark: on, isSeam }) => {
      const words = isSeam ? '|' : TEXT.slice(from, to);
      return on === null ? words : `[${words}]`;
    })
    .join('');

describe('piecesOf', () => {
  it('is the whole block where nothing is marked', () => {
    expect(shown(BLOCK, [], null)).toBe(TEXT);
  });

  it('cuts at the borders of marks', () => {
    expect(shown(BLOCK, [mark(0, 4), mark(10, 14)], null)).toBe('[Many] live [long]. Spruces ');
  });

  it('cuts at the seam, in a mark as well', () => {
    expect(shown(BLOCK, [], 15)).toBe('Many live long.|Spruces ');
    expect(shown(BLOCK, [mark(10, 23)], 15)).toBe('Many live [long.][|][Spruces] ');
  });

  it('shows of a mark what lies in the block', () => {
    expect(shown({ from: 5, to: 14 }, [mark(0, 9)], null)).toBe('[live] long');
  });
});
