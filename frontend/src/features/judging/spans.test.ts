import { describe, expect, it } from 'vitest';
import { addSpan, removeSpan, segments, spanFromUtf16, spanText } from '@/features/judging/spans';
import type { Span } from '@/features/judging/spans';

/** What a selection of `words` in `text` gives. */
function selecting(text: string, words: string): Span | null {
  const from = text.indexOf(words);
  return spanFromUtf16(text, from, from + words.length);
}

describe('spanFromUtf16', () => {
  it('counts plain text as it stands', () => {
    expect(selecting('two hundred years', 'hundred')).toEqual([4, 11]);
  });

  it('counts an emoji before the selection as one character', () => {
    expect(selecting('😀😀 years', 'years')).toEqual([3, 8]);
  });

  it('counts an emoji inside the selection as one character', () => {
    expect(selecting('a 🌲 b', '🌲')).toEqual([2, 3]);
  });

  it('counts the parts of a joined emoji as the server does', () => {
    expect(selecting('x 👩‍🔬 y', '👩‍🔬')).toEqual([2, 5]);
  });

  it('takes the whole character when the selection cuts it in half', () => {
    expect(spanFromUtf16('a🌲b', 2, 3)).toEqual([1, 2]);
    expect(spanFromUtf16('a🌲b', 0, 2)).toEqual([0, 2]);
  });

  it('keeps right-to-left text in its stored order', () => {
    expect(selecting('עץ אשוח', 'אשוח')).toEqual([3, 7]);
  });

  it('leaves out blanks at the ends', () => {
    expect(selecting('a  year \n later', '  year \n')).toEqual([3, 7]);
  });

  it('is null when only blanks are selected', () => {
    expect(selecting('a   b', '   ')).toBeNull();
  });
});

describe('addSpan', () => {
  it('keeps spans sorted', () => {
    expect(addSpan([[10, 12]], [2, 4])).toEqual([
      [2, 4],
      [10, 12],
    ]);
  });

  it('joins what overlaps or touches', () => {
    const spans: Span[] = [
      [0, 4],
      [6, 9],
      [20, 22],
    ];
    expect(addSpan(spans, [4, 7])).toEqual([
      [0, 9],
      [20, 22],
    ]);
  });
});

describe('segments', () => {
  it('cuts at the borders and loses nothing, emoji included', () => {
    const text = 'a 🌲 stands 🌲🌲 still';
    const spans: Span[] = [
      [2, 3],
      [11, 13],
    ];
    const pieces = segments(text, spans);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({ span }) => span !== null).map((piece) => piece.text)).toEqual([
      '🌲',
      '🌲🌲',
    ]);
  });

  it('is the whole text when nothing is marked', () => {
    expect(segments('plain', [])).toEqual([{ text: 'plain', span: null }]);
  });

  it('gives no empty piece when the whole text is marked', () => {
    expect(segments('all', [[0, 3]])).toEqual([{ text: 'all', span: [0, 3] }]);
  });
});

it('a span removed leaves the others', () => {
  const first: Span = [0, 2];
  const second: Span = [4, 5];
  expect(removeSpan([first, second], first)).toEqual([second]);
});

it('spanText reads code points', () => {
  expect(spanText('😀 years', [2, 7])).toBe('years');
});
