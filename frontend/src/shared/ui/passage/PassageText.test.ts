import { expect, it } from 'vitest';
import { piecesOf } from '@/shared/ui/passage/PassageText';

const found = (body: string, spans: readonly (readonly number[])[], query = ''): string =>
  piecesOf(body, spans, query)
    .map(({ body: part, isMarked, isAsked }) => {
      const bold = isAsked ? `*${part}*` : part;
      return isMarked ? `[${bold}]` : bold;
    })
    .join('');

it.each([
  ['nothing is marked', [], '', 'Firs have cones.'],
  [
    'spans that overlap are one',
    [
      [0, 4],
      [3, 9],
    ],
    '',
    '[Fir][s][ have] cones.',
  ],
  [
    'words of the query stand out, short ones do not',
    [],
    'do FIRS have it',
    '*Firs* *have* cones.',
  ],
  ['both at once', [[5, 15]], 'cones', 'Firs [have ][*cones*].'],
  ['a span beyond the text ends with it', [[10, 99]], '', 'Firs have [cones.]'],
])('%s', (_, spans, query, shown) => {
  expect(found('Firs have cones.', spans, query)).toBe(shown);
});

it('spans count code points, not units', () => {
  expect(found('🌲🌲 fir', [[3, 6]])).toBe('🌲🌲 [fir]');
});
