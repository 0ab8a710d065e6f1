import { expect, it } from 'vitest';
import { readPoolChoice } from '@/features/comparison/unjudged/poolChoice';

const read = (address: string) => readPoolChoice(new URLSearchParams(address));

it('an address says how deep the pool is, and what is left out', () => {
  expect(read('')).toEqual({ depth: 10, by: 'run', found: [] });
  expect(read('pool_depth=3&left_out=team')).toEqual({ depth: 3, by: 'team', found: [] });
});

it.each(['0', '10001', '1e2', 'deep', '-3'])(
  'a pool of depth %s is reported, and the usual shown',
  (depth) => {
    expect(read(`pool_depth=${depth}`)).toEqual({
      depth: 10,
      by: 'run',
      found: [`“${depth}” is no depth of a pool: 10 is shown.`],
    });
  },
);

it('what cannot be left out is reported', () => {
  expect(read('left_out=topic').found).toEqual([
    '“topic” cannot be left out at a time: one run is.',
  ]);
});
