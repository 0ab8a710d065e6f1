import { describe, expect, it } from 'vitest';
import { piecesOf } from '@/features/judging/pair/pieces';

const TEXT = 'Many live long. Spruces ';
const BLOCK = { from: 0, to: TEXT.length };
const highlight = (from: number, to: number) => ({ from, to, of: `${from}` });

/** The pieces as words, highlighted ones in brackets, the seam as a bar. */
const shown = (...[block, highlights, seam]: Parameters<typeof piecesOf<string>>): string =>
  piecesOf(block, highlights, seam)
    .map(({ from, to, highlight: on, isSeam }) => {
      const words = isSeam ? '|' : TEXT.slice(from, to);
      return on === null ? words : `[${words}]`;
    })
    .join('');

describe('piecesOf', () => {
  it('is the whole block where nothing is highlighted', () => {
    expect(shown(BLOCK, [], null)).toBe(TEXT);
  });

  it('cuts at the borders of highlights', () => {
    expect(shown(BLOCK, [highlight(0, 4), highlight(10, 14)], null)).toBe(
      '[Many] live [long]. Spruces ',
    );
  });

  it('cuts at the seam, in a highlight as well', () => {
    expect(shown(BLOCK, [], 15)).toBe('Many live long.|Spruces ');
    expect(shown(BLOCK, [highlight(10, 23)], 15)).toBe('Many live [long.][|][Spruces] ');
  });

  it('shows of a highlight what lies in the block', () => {
    expect(shown({ from: 5, to: 14 }, [highlight(0, 9)], null)).toBe('[live] long');
  });
});
