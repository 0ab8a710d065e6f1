import { expect, it } from 'vitest';
import type { Feedback, Qualification } from '@/api/types';
import { cardOf, emptyDeck } from '@/features/judging/pair/deck';
import type { Deck } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/deskState';
import { roundText } from '@/features/judging/page/roundText';
import { assignment, judgingSetup, round } from '@/features/judging/desk/desk.test.support';

const RIGHT: Feedback = { grade: 2, explanation: '', is_right: true };

const judged = (feedback: Feedback | null): Deck => ({
  ...emptyDeck,
  judged: [
    { card: cardOf(assignment('a')), verdict: { grade: 2, reason: null, spans: [] }, feedback },
  ],
});

const notice = (deck: Deck, qualification: Qualification | null) => {
  const outbox: DeskState['outbox'] = {
    waiting: [],
    rejected: [],
    phase: 'idle',
    trouble: null,
    nLoose: 0,
  };
  const state = {
    deck,
    outbox,
    workStatus: null,
    isAsking: false,
    mayHoldMore: false,
    supplyTrouble: null,
    wasJudgedElsewhere: false,
  };
  return roundText(state, judgingSetup().scale, qualification);
};

it('nothing is said where there is no round, or when it is over', () => {
  expect(notice(emptyDeck, null)).toBeNull();
  expect(notice(judged(null), round({ attempt: null, is_qualified: true }))).toBeNull();
});

it('what the round asks is said beforehand', () => {
  const said = notice(emptyDeck, round({ n_answered: 1 }));
  expect(said?.title).toBe('Qualification round, attempt 1 of 2: pair 2 of 3');
  expect(said?.text).toContain('3 passages');
  expect(said?.text).toContain('at least 80%');
});

it('before the last attempt the known grade is neither promised nor shown', () => {
  const hidden = { grade: null, explanation: null, is_right: false } as unknown as Feedback;
  expect(notice(emptyDeck, round({ attempt: 1 }))?.text).toContain(
    'whether you gave the known grade',
  );
  expect(notice(emptyDeck, round({ attempt: 2 }))?.text).toContain('you see the known grade');
  const said = notice(judged(hidden), round());
  expect(said?.title).toContain('the known grade is different');
  expect(said?.explanation).toBe('');
});

it('a further attempt says that the previous one was not enough', () => {
  const again = round({ attempt: 2, n_right_before: 1 });
  expect(notice(judged(RIGHT), again)?.text).toBe(
    'Attempt 1: 1 of 3 with the known grade; 3 needed. The same pairs come again. Qualification round, attempt 2 of 2: pair 1 of 3.',
  );
});

it('a passage that was reopened shows its known grade', () => {
  expect(notice({ ...judged(RIGHT), back: 1 }, round())?.title).toContain('This passage');
  expect(notice({ ...judged(null), back: 1 }, round())).toBeNull();
});
