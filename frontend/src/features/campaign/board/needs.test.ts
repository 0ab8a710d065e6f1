import { expect, it } from 'vitest';
import type { PairChoices } from '@/api/types';
import { flagged, lackNeeds, needsOf } from '@/features/campaign/board/needs';

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
    '12 pairs set aside: too many could not judge them',
    '3 pairs where somebody missed the known grade',
  ]);
  expect(texts(1, 1, 1)).toEqual([
    '1 tie',
    '1 pair set aside: too many could not judge it',
    '1 pair where somebody missed the known grade',
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
    { text: '1 person whose work needs a look', address: '/campaigns/3/assessors' },
  ]);
  expect(flagged(3, [other] as unknown as Checks)).toEqual([]);
});

const NO_LACK = { n_by_quotas: 0, quotas_of: [], n_by_people: 0, n_people: 0, n_places: 0 };

it.each([
  [{}, []],
  [{ n_by_people: 6, n_people: 1 }, ['6 judgments need another person: invite one']],
  [{ n_by_people: 1, n_people: 2 }, ['1 judgment needs 2 more people: invite them']],
  [
    { n_by_people: 6, n_people: 1, n_places: 2 },
    ['6 judgments need another person: 2 invited people not joined yet'],
  ],
  [
    { n_by_quotas: 4, quotas_of: ['Ann', 'Ben'] },
    ['4 judgments need higher quotas: raise 2 quotas (Ann, Ben)'],
  ],
  [
    { n_by_quotas: 4, quotas_of: ['a', 'b', 'c', 'd'] },
    ['4 judgments need higher quotas: raise 4 quotas'],
  ],
])('what nobody at work may give says what it takes, and where: %o', (part, expected) => {
  const found = lackNeeds(3, 'open', { ...NO_LACK, ...part });
  expect(found.map(({ text }) => text)).toEqual(expected);
  expect(found.every(({ address }) => address === '/campaigns/3/people')).toBe(true);
  expect(lackNeeds(3, 'draft', { ...NO_LACK, ...part })).toEqual([]);
});
