import { expect, it } from 'vitest';
import { addUp, countAhead, sayFewer } from '@/features/campaign/whatif/state/draws';

const block = (n: number, kept: number, ahead: number) => ({
  ...{ first: 0, seed: 0, n_draws: n, share_kept: kept },
  leads: Array.from({ length: n }, () => ({ both: 0, people: 0, topics: 0 })),
  runs: [
    { run: 'bert', ahead_of: [0, ahead], places: [ahead, n - ahead] },
    { run: 'bm25', ahead_of: [n - ahead, 0], places: [n - ahead, ahead] },
  ],
});

it('blocks of draws add up to what all of them show', () => {
  const draws = addUp([block(10, 0.2, 7), block(30, 0.4, 20)]);
  expect(draws.nDraws).toBe(40);
  expect(draws.keptVotes).toBeCloseTo(0.35);
  expect(draws.runs[0]).toEqual({ run: 'bert', ahead_of: [0, 27], places: [27, 13] });
  expect(countAhead(draws, 'bert', 'bm25')).toBe(27);
  expect(countAhead(draws, 'bm25', 'gone')).toBeNull();
});

it('no blocks are no draws', () => {
  expect(addUp([])).toEqual({ nDraws: 0, nDrawn: 0, keptVotes: 0, runs: [] });
});

it('fewer draws than planned are said once no more come', () => {
  const draws = addUp([block(30, 0, 10), block(30, 0, 10)]);
  expect(sayFewer(draws, true, 200)).toContain('drew 60 of the 200');
  expect([sayFewer(draws, false, 200), sayFewer(draws, true, 60)]).toEqual(['', '']);
});
