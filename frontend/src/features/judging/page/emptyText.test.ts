import { expect, it } from 'vitest';
import type { Empty } from '@/api/types';
import { ApiError } from '@/shared/requests/errors';
import { emptyDeck } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/deskState';
import { emptyText } from '@/features/judging/page/emptyText';
import { formatClock } from '@/shared/format/time';

const FREE_AT = '2030-01-01T10:40:00Z';

const NO_WAIT = { free_at: null, free_in_s: null, n_ahead: null };

const desk = (empty: Empty | null, part: Partial<DeskState> = {}): DeskState => ({
  deck: emptyDeck,
  outbox: { waiting: [], rejected: [], phase: 'idle', trouble: null, nLoose: 0 },
  workStatus: {
    progress: { n_judged: 1, n_not_judged: 0, share: null },
    empty,
    newest: undefined,
    sentence: null,
  },
  isAsking: false,
  mayHoldMore: false,
  supplyTrouble: null,
  wasJudgedElsewhere: false,
  ...part,
});

it.each([
  ['finished', 'All done'],
  ['held_by_others', 'Others are judging the rest'],
  ['quota', 'Your share is done'],
  ['no_assessor', 'You are an adjudicator here'],
  ['notice', 'Please read the notice'],
  ['not_qualified', 'The qualification round is over'],
  ['suspended', 'Your judging is paused'],
  ['withdrawn', 'You have withdrawn'],
] as const)('an empty desk says which of the reasons it is: %s', (reason, title) => {
  expect(emptyText(desk({ reason, ...NO_WAIT, state: 'open' })).title).toBe(title);
});

it('one for whom others have left nothing is not said to have judged everything', () => {
  const { workStatus, ...rest } = desk({ reason: 'finished', ...NO_WAIT, state: 'open' });
  if (workStatus === null) throw new Error('the desk has a status');
  const progress = { n_judged: 0, n_not_judged: 0, share: null };
  const { title, text } = emptyText({ ...rest, workStatus: { ...workStatus, progress } });
  expect(text).not.toContain('You have judged');
  expect(title).toBe('Nothing is left to judge');
});

it('the end of a pilot is not the end of the campaign', () => {
  const found = emptyText(desk({ reason: 'finished', ...NO_WAIT, state: 'pilot' }));
  expect([found.title, found.canAsk]).toEqual(['The pilot is done', true]);
});

it('an adjudicator reads that there is nothing to do, and gets no promise', () => {
  const { text } = emptyText(desk({ reason: 'no_assessor', ...NO_WAIT, state: 'open' }));
  expect(text).toContain('nothing else to do yet');
});

it.each([
  ['draft', 'The campaign is not open yet', true],
  ['paused', 'The campaign is paused', true],
  ['closed', 'The campaign has ended', false],
  ['archived', 'The campaign has ended', false],
] as const)('an empty desk says that the campaign is %s', (state, title, canAsk) => {
  const found = emptyText(desk({ reason: 'not_open', ...NO_WAIT, state }));
  expect([found.title, found.canAsk]).toEqual([title, canAsk]);
});

it.each(['suspended', 'withdrawn', 'quota', 'notice'] as const)(
  'that the campaign has ended comes before the reason %s',
  (reason) => {
    const found = emptyText(desk({ reason, ...NO_WAIT, state: 'archived' }));
    expect([found.title, found.canAsk]).toEqual(['The campaign has ended', false]);
    expect(found.text.includes('are kept')).toBe(reason !== 'withdrawn');
  },
);

it('what others hold is free again at a time of the clock', () => {
  const waiting = {
    reason: 'held_by_others',
    free_at: FREE_AT,
    free_in_s: 80,
    state: 'open',
  } as const;
  const { text, freeInS } = emptyText(desk({ ...waiting, n_ahead: 2 }));
  expect(text).toContain(`free for you at ${formatClock(FREE_AT)}`);
  expect(text).toContain('2 people have waited longer and come before you');
  expect(emptyText(desk({ ...waiting, n_ahead: 0 })).text).toContain('You come first');
  expect(freeInS).toBe(80);
  expect(formatClock(FREE_AT)).toMatch(/^\d\d:40$/);
});

it.each([
  [1, 'The next passages are being chosen'],
  [20, 'More passages come as others judge'],
])('passages that are chosen step by step come at once or by others’ judgments', (inS, title) => {
  const empty = { ...NO_WAIT, reason: 'choosing', free_in_s: inS, state: 'open' } as const;
  const found = emptyText(desk(empty));
  expect([found.title, found.freeInS]).toEqual([title, undefined]);
});

it('a failure to fetch comes before what was true earlier', () => {
  const supplyTrouble = new ApiError(0, 'unreachable', 'The server cannot be reached.');
  const { text, canAsk } = emptyText(
    desk({ reason: 'finished', ...NO_WAIT, state: 'open' }, { supplyTrouble }),
  );
  expect([text, canAsk]).toEqual(['The server cannot be reached.', true]);
});
