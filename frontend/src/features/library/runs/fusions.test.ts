import { expect, it } from 'vitest';
import { BLANK, requestOf } from '@/features/library/runs/fusions';

it.each([
  ['rrf', { k: 60 }],
  ['combmnz', { normalization: 'min-max' }],
  ['borda', {}],
] as const)('asks for the settings of %s alone', (method, settings) => {
  expect(requestOf({ ...BLANK, method }, ['a', 'b'], 'new')).toEqual({
    ...{ name: 'new', runs: ['a', 'b'], method, depth: 1000 },
    ...settings,
  });
});
