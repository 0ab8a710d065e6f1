import { describe, expect, it } from 'vitest';
import { PassageText } from '@/features/judging/pair/passageText';

const blocksOf = (text: string): string[] =>
  new PassageText(text).blocks.map(({ from, to }) => text.slice(from, to));

describe('the blocks of a passage', () => {
  it.each([
    ['lines', 'Spruces live long.\n'.repeat(2_000), /\n$/],
    ['words', 'spruces '.repeat(5_000), / $/],
    ['emoji without a blank', '👨‍👩‍👧‍👦🇩🇪'.repeat(3_000), /[👦🇪]$/u],
    ['one endless word', '𝕊'.repeat(20_000), /𝕊$/u],
  ])('are the whole text, cut between %s', (_, text, end) => {
    const blocks = blocksOf(text);
    expect(blocks.join('')).toBe(text);
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of blocks) {
      expect(block.length).toBeLessThanOrEqual(8_000);
      expect(block).toMatch(end);
    }
  });

  it('are one where the text is not long, and none where there is no text', () => {
    expect(blocksOf('Spruces live long.')).toEqual(['Spruces live long.']);
    expect(blocksOf('')).toEqual([]);
  });
});

describe('a span of a passage', () => {
  const passage = new PassageText('🌲🌲 live 🇩🇪 long');

  it('counts code points where the browser counts units', () => {
    expect(passage.spanOf({ from: 5, to: 9 })).toEqual([3, 7]);
    expect(passage.stretchOf([3, 7])).toEqual({ from: 5, to: 9 });
  });

  it('is read as its words', () => {
    expect(passage.read([3, 10])).toBe('live 🇩🇪');
  });
});
