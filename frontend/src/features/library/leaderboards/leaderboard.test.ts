import { expect, test } from 'vitest';
import type { BoardRow, Leaderboard } from '@/api/types';
import {
  comparisonOf,
  hiddenKinds,
  intervalsOf,
  judgedHead,
  kindsOf,
  movedWords,
  orderedBy,
  readLeaderboard,
  withKind,
} from '@/features/library/leaderboards/leaderboard';
import { drawLeaderboard } from '@/features/library/leaderboards/LeaderboardFigure';

const row = (run: string, place: number, more: Partial<BoardRow> = {}): BoardRow => ({
  ...{ run, place, team: '', kind: 'trad', mean: 1 / place, interval: [0, 1], these_topics: null },
  ...{ n_missing: 0, judged: 1, is_best_of_kind: false, other: null },
  ...{ link: '', beside: [], letters: 'a', same_as: null },
  ...more,
});

const rows = [row('bert', 1, { kind: 'nnlm' }), row('rm3', 2), row('bm25', 3)];
const board: Leaderboard = {
  ...{ topic_set: 'dl19', labels: 'nist', other_labels: null, measure: 'nDCG@10' },
  ...{ lower_is_better: false, beside: [], cutoff: 10, n_topics: 43, left_out: [] },
  ...{ confidence: 0.95, tau: null, sample: null, other_sample: null, rows },
};

test('the lowest of the chosen runs is the baseline of their comparison', () => {
  expect(comparisonOf(board, rows, new Set(['bm25', 'bert']))).toBe(
    '/compare?baseline=bm25&runs=bert&labels=nist&measures=nDCG@10&correction=holm',
  );
  expect(
    comparisonOf({ ...board, other_labels: 'sparse' }, rows, new Set(['rm3', 'bert', 'bm25'])),
  ).toBe(
    '/compare?baseline=bm25&runs=bert,rm3&labels=nist,sparse&measures=nDCG@10&correction=holm',
  );
  expect(comparisonOf(board, rows, new Set(['bm25']))).toBeNull();
});

test('runs that are ticked and then hidden are not compared', () => {
  const shown = rows.filter(({ kind }) => kind !== 'nnlm');
  const compare = comparisonOf(board, shown, new Set(['bert', 'rm3', 'bm25']));
  expect(compare).toContain('?baseline=bm25&runs=rm3&');
  expect(comparisonOf(board, shown, new Set(['bert', 'bm25']))).toBeNull();
});

test('kinds are hidden and shown again by the address', () => {
  expect(kindsOf(rows)).toEqual(['trad', 'nnlm']);
  expect(withKind(new Set(['nnlm']), 'trad', false)).toBe('trad,nnlm');
  expect(withKind(hiddenKinds(new URLSearchParams('without=trad,nnlm')), 'trad', true)).toBe(
    'nnlm',
  );
});

test('a run that moves says how far and which way', () => {
  const other = (moved: number) => ({ other: { place: 1, mean: 0, moved } });
  expect(movedWords(row('a', 1, other(2)))).toBe('▲ up 2');
  expect(movedWords(row('a', 1, other(-1)))).toBe('▼ down 1');
  expect(movedWords(row('a', 1, other(0)))).toBe('same');
});

test('every run is named beside its mark, and the picture grows with their number', () => {
  const many = Array.from({ length: 60 }, (_, at) => row(`run-${at}`, at + 1));
  const drawing = drawLeaderboard({ rows: many, format: String, width: 900 });
  expect(drawing.textContent).toContain('60 run-59');
  expect(Number(drawing.getAttribute('height'))).toBeGreaterThan(60 * 16);
});

test('a measure that comes to order the board changes places with the one before', () => {
  expect(orderedBy(new URLSearchParams('beside=RR@10,AP'), 'AP')).toEqual({
    measure: 'AP',
    beside: 'RR@10,nDCG@10',
  });
  expect(orderedBy(new URLSearchParams(), 'AP')).toEqual({ measure: 'AP', beside: '' });
});

test('an address that names label sets of other topics gets a message', () => {
  const read = (search: string) =>
    readLeaderboard(new URLSearchParams(search), { name: 'dl19', label_sets: ['nist', 'sparse'] });
  expect(read('labels=sparse&other=nist&measure=AP&beside=RBP(p=0.8,rel=2),AP')).toEqual({
    sought: {
      ...{ topic_set: 'dl19', labels: 'sparse', measure: 'AP', other_labels: 'nist' },
      beside: 'RBP(p=0.8,rel=2)',
    },
    found: [],
  });
  const { sought, found } = read('labels=gold&other=old');
  expect(sought).toEqual({
    ...{ topic_set: 'dl19', labels: 'nist', measure: 'nDCG@10', beside: '' },
  });
  expect(found).toEqual([
    'No label set called “gold” serves these topics: nist is shown.',
    'No label set called “old” serves these topics: no other labels are shown.',
  ]);
  expect(read('other=nist').sought.other_labels).toBeUndefined();
  expect(read('other=nist').found).toEqual([
    'nist cannot be compared with itself: it is shown alone.',
  ]);
});

test('labels that are a sample give a measure that they can estimate', () => {
  const shown = { name: 'dl19', label_sets: ['sample'] };
  const design = { n: 20, measures: ['nDCG@10', 'P@5'], ideal_of: null };
  const measureUnder = (address: string, ideal: object | null) => {
    const sets = [{ name: 'sample', design: { ...design, ideal_of: ideal } }];
    return readLeaderboard(new URLSearchParams(address), shown, sets as never).sought.measure;
  };
  expect(measureUnder('', null)).toBe('DCG@10');
  expect(measureUnder('', { name: 'nist' })).toBe('nDCG@10');
  expect(measureUnder('measure=AP', null)).toBe('AP');
});

test('estimates have two intervals, each by its name, and what could be drawn counts as judged', () => {
  const placed = row('bert', 1, { these_topics: [0.4, 0.6] });
  const sample = { n_judged: 9, n_drawable: 20, measures: [], text: 'estimated from 9' };
  const shown = (of: Leaderboard) => intervalsOf(of).map((one) => [one.name, one.of(placed)]);
  expect(shown(board)).toEqual([['95% interval', [0, 1]]]);
  expect(shown({ ...board, sample })).toEqual([
    ['95%, topics like these', [0, 1]],
    ['95%, these topics', [0.4, 0.6]],
  ]);
  expect([board, { ...board, sample }].map(judgedHead)).toEqual(['judged@10', 'drawable@10']);
});
