import type { RunKind } from '@/shared/runKinds';

type Mark = Readonly<{
  colour: string;
  glyph: string;
  symbol: 'circle' | 'square' | 'triangle' | 'diamond';
}>;

/** How a run of each kind is drawn: colour alone would not tell them apart. */
export const MARKS: Readonly<Record<RunKind, Mark>> = {
  trad: { colour: 'var(--line-5)', glyph: '●', symbol: 'circle' },
  nn: { colour: 'var(--line-2)', glyph: '■', symbol: 'square' },
  nnlm: { colour: 'var(--line-1)', glyph: '▲', symbol: 'triangle' },
  unknown: { colour: 'var(--soft)', glyph: '◆', symbol: 'diamond' },
};
