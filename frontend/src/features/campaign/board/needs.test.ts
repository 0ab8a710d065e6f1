import { expect, it } from 'vitest';
import type { PairChoices } from '@/api/types';
import { flagged, needsOf } from '@/features/campaign/board/needs';

const choices = (tied: number, waiting: number, missed: number): PairChoices => ({
  only: [
    { only: 'tied', n: 9, n_undecided: tied },
    { only: 'waiting', n: waiting, n_undecided: waiting },
    { only: 'apart', n: 4, n_undecided: 0 },
    { only: 'off_gold', n: 9, n_undecided: missed },
    { only: 'noted', n: 5, n_undecided: 5 },
  ],
  kinds: [],
  strata: [],
  assessors: [],
  grades: [],
  label_sets: [],
});

const texts = (...ns: [number, number, number]): string[] =>
  needsOf(3, choices(...ns)).map(({ text }) => text);

it('what needs a decision is counted, and leads to its list', () => {
  expect(texts(7, 12, 3)).toEqual([
    '7 ties',
    '12 pairs wait: too many could not judge them',
    '3 pairs where somebody missed the expert’s grade',
  ]);
  expect(texts(1, 1, 1)).toEqual([
    '1 tie',
    '1 pair waits: too many could not judge it',
    '1 pair where somebody missed the expert’s grade',
  ]);
  expect(needsOf(3, choices(1, 0, 0))[0]?.address).toBe(
    '/campaigns/3/pairs?only=tied&only=undecided',
  );
});

it('what was decided needs nobody', () => {
  expect(texts(0, 0, 0)).toEqual([]);
});

it('people are counted once, however many signs their work has', () => {
  const sign = (isFlagged: boolean) => ({ is_flagged: isFlagged });
  const one = { pace: sign(true), gold: sign(true), repeats: null };
  const other = { pace: sign(false), gold: null, repeats: sign(false) };
  type Checks = Parameters<typeof flagged>[1];
  expect(flagged(3, [one, other] as unknown as Checks)).toEqual([
    { text: '1 person whose work deserves a look', address: '/campaigns/3/assessors' },
  ]);
  expect(flagged(3, [other] as unknown as Checks)).toEqual([]);
});
