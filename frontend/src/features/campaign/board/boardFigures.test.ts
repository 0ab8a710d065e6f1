import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { headlinesOf } from '@/features/campaign/board/boardFigures';

const BOARD = {
  campaign: { state: 'open' },
  progress: {
    n_wanted: 300,
    n_votes: 295,
    n_left: 2,
    n_set_aside: 3,
    n_waiting_for_adjudication: 1,
  },
  agreement: { overall: { percent_agreement: 0.6, alpha_ordinal: 0.41 } },
  n_active: 1,
  details: { course: { by: 'day', stretches: [{ active_ms: 7_200_000 }] } },
} as unknown as Board;

it('the figures come from the counts of one moment', () => {
  expect(headlinesOf(BOARD).map(({ value, beside }) => [value, beside])).toEqual([
    ['98%', '295 judgments'],
    ['2 hours', '1 person at work now'],
    ['60%', 'α .410, ordinal'],
  ]);
});

it('after the end, what was wanted stands beside it', () => {
  const over = { ...BOARD, campaign: { ...BOARD.campaign, state: 'closed' as const } };
  expect(headlinesOf(over)[0]?.beside).toBe('295 of 300 judgments');
});

it('while pairs are chosen, judgments are no share of those that will be wanted', () => {
  const campaign = { ...BOARD.campaign, n_topics_choosing: 2 };
  const [judged] = headlinesOf({ ...BOARD, campaign });
  expect([judged?.value, judged?.beside]).toEqual(['295', 'so far']);
});

it('what is not known yet is not zero, and an assessor there sees nothing', () => {
  const bare = { ...BOARD, agreement: null };
  expect(headlinesOf(bare).at(-1)?.value).toBe('–');
  expect(headlinesOf({ ...bare, progress: null })).toEqual([]);
});
