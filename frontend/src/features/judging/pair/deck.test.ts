import { describe, expect, it } from 'vitest';
import * as decks from '@/features/judging/pair/deck';
import type { Deck, Verdict } from '@/features/judging/pair/deck';
import { assignment, ownJudgment } from '@/features/judging/desk/desk.test.support';

const verdict = (grade: number): Verdict => ({ grade, reason: null, spans: [] });

const dealt = (...ids: string[]): Deck =>
  decks.receive(
    decks.emptyDeck,
    ids.map((id) => assignment(id)),
  );

const keysOf = ({ upcoming }: Deck): string[] => upcoming.map(({ key }) => key);

describe('judge', () => {
  it('shows the next passage at once', () => {
    expect(decks.shown(decks.judge(dealt('a', 'b'), verdict(3)))?.key).toBe('b');
  });

  it('returns to the passage at hand after a change', () => {
    const reopened = decks.stepBack(decks.judge(dealt('a', 'b'), verdict(3)));
    const changed = decks.judge(reopened, verdict(5));
    expect(decks.shown(changed)?.key).toBe('b');
    expect(changed.judged.map((one) => one.verdict.grade)).toEqual([5]);
  });
});

describe('openAgain', () => {
  const laidAside = [[0, 4]] as const;
  const judged = decks.judge(dealt('a', 'b'), { ...verdict(1), laidAside });
  const openedAs = (grade: number) =>
    decks.reopened(decks.openAgain(judged, ownJudgment('a', grade)))?.verdict.laidAside;

  it('keeps the highlights that were laid aside with an unchanged answer', () => {
    expect(openedAs(1)).toEqual(laidAside);
    expect(openedAs(2)).toBeUndefined();
  });
});

describe('beginsTopic', () => {
  const at = (position: number): Deck =>
    decks.receive(decks.emptyDeck, [assignment('a', { place: position })]);
  const of = (query: string) => ({ query, description: '', narrative: '' });

  it('is so of the first passage of a topic alone', () => {
    expect([1, 2].map((position) => decks.beginsTopic(at(position)))).toEqual([true, false]);
  });

  it('is so where pairs come singly and the topic changed', () => {
    const singly = ['one', 'one', 'other'].map((query, i) =>
      assignment(`${i}`, { topic: of(query), place: null, n_in_topic: null }),
    );
    const second = decks.judge(decks.receive(decks.emptyDeck, singly), verdict(3));
    expect(decks.beginsTopic(second)).toBe(false);
    expect(decks.beginsTopic(decks.judge(second, verdict(3)))).toBe(true);
  });

  it('is so where an earlier topic comes back, and its passage then has no number', () => {
    const back = ['one', 'other', 'other'].map((query, i) =>
      assignment(`${i}`, { topic: of(query), place: 4 + i, n_in_topic: 6 }),
    );
    const second = decks.judge(decks.receive(decks.emptyDeck, back), verdict(3));
    expect([decks.beginsTopic(second), decks.placeShown(second)]).toEqual([true, null]);
    const third = decks.judge(second, verdict(3));
    expect([decks.beginsTopic(third), decks.placeShown(third)?.position]).toEqual([false, 6]);
  });

  it('is not so of a judgment that is looked at again', () => {
    expect(decks.beginsTopic(decks.stepBack(decks.judge(dealt('a', 'b'), verdict(3))))).toBe(false);
  });
});

describe('stepBack', () => {
  it('opens the last judgment, its grade kept', () => {
    const deck = decks.stepBack(decks.judge(dealt('a', 'b'), verdict(3)));
    expect(decks.shown(deck)?.key).toBe('a');
    expect(decks.reopened(deck)?.verdict).toEqual(verdict(3));
  });

  it('stops at the oldest', () => {
    const deck = decks.stepBack(decks.stepBack(decks.judge(dealt('a', 'b'), verdict(3))));
    expect(decks.shown(decks.stepForward(deck))?.key).toBe('b');
  });
});

describe('receive', () => {
  it('adds what is new behind what is there', () => {
    const deck = decks.receive(dealt('a', 'b'), [
      assignment('a'),
      assignment('b'),
      assignment('c'),
    ]);
    expect(keysOf(deck)).toEqual(['a', 'b', 'c']);
  });

  it('leaves the passage at hand even when the server no longer lists it', () => {
    expect(keysOf(decks.receive(dealt('a', 'b'), [assignment('c')]))).toEqual(['a', 'c']);
  });

  it('does not bring back what was judged here and is still travelling', () => {
    const deck = decks.judge(dealt('a', 'b'), verdict(1));
    expect(keysOf(decks.receive(deck, [assignment('a'), assignment('b')]))).toEqual(['b']);
  });

  it('knows a passage again under a newly signed ticket', () => {
    const again = assignment('a', { ticket: 'a:signed-later' });
    expect(keysOf(decks.receive(dealt('a'), [again]))).toEqual(['a']);
  });
});

describe('remember', () => {
  it('puts judgments of earlier sessions behind those made here', () => {
    const deck = decks.judge(dealt('a', 'b'), verdict(4));
    const remembered = decks.remember(deck, [ownJudgment('a', 2), ownJudgment('z', 1)]);
    expect(remembered.judged.map(({ card, verdict: { grade } }) => [card.key, grade])).toEqual([
      ['a', 4],
      ['z', 1],
    ]);
  });
});

describe('takeBack', () => {
  it('forgets a first verdict that was rejected', () => {
    const deck = decks.takeBack(decks.judge(dealt('a', 'b'), verdict(3)), 'a', null);
    expect(deck.judged).toEqual([]);
  });

  it('restores the verdict before', () => {
    const deck = decks.judge(decks.stepBack(decks.judge(dealt('a', 'b'), verdict(3))), verdict(5));
    expect(decks.takeBack(deck, 'a', verdict(3)).judged[0]?.verdict.grade).toBe(3);
  });

  it('keeps the reopened passage under the reader’s eyes', () => {
    const two = decks.judge(decks.judge(dealt('a', 'b', 'c'), verdict(1)), verdict(2));
    const reading = decks.stepBack(decks.stepBack(two));
    expect(decks.shown(decks.takeBack(reading, 'b', null))?.key).toBe('a');
  });
});

it('layOpen puts a passage before the others once', () => {
  const deck = dealt('a', 'b');
  const [, second] = deck.upcoming;
  if (second === undefined) throw new Error('two passages were dealt');
  expect(keysOf(decks.layOpen(deck, second))).toEqual(['b', 'a']);
});

describe('openFirst', () => {
  it('lays what was found open, and renumbers the rest', () => {
    const places = [assignment('x'), assignment('a', { place: 2 }), assignment('b', { place: 3 })];
    const deck = decks.openFirst(dealt('a', 'b'), places);
    expect(deck.upcoming.map(({ key, place }) => [key, place?.position])).toEqual([
      ['x', 1],
      ['a', 2],
      ['b', 3],
    ]);
  });

  it('opens as judged what was judged here a moment ago', () => {
    const judged = decks.judge(dealt('a', 'b'), verdict(3));
    const deck = decks.openFirst(judged, [assignment('a'), assignment('b')]);
    expect([decks.reopened(deck)?.card.key, keysOf(deck)]).toEqual(['a', ['b']]);
  });
});
