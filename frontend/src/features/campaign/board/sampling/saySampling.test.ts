import { expect, it } from 'vitest';
import type { SampledAnswer, SamplingProgress } from '@/api/types';
import {
  isEndShown,
  sayAnswered,
  sayEnd,
  sayEqual,
  sayEstimate,
  sayPanel,
  sayReached,
  saySeparation,
  sayStop,
  sayWhyItEnds,
} from '@/features/campaign/board/sampling/saySampling';

const ANSWER: SampledAnswer = {
  ...{ baseline: 'bm25', run: 'bert', value: 0.034 },
  ...{ these_topics: [-0.01, 0.078], topics_like_these: [-0.02, 0.088] },
  at_end: { these_topics: 0.021, topics_like_these: 0.05 },
  ...{ n_to_separate: 229, stopped_at: null, equal_at: null, this_panel: null },
};
const MEAN = { ...ANSWER, baseline: null, n_to_separate: null };
const PROGRESS: SamplingProgress = {
  ...{ measure: 'P@5', drawn_for: 'P@5', n_drawn: 200, n_drawable: 724, n_in_order: 89 },
  ...{ other_measures: [], has_stop_rule: true },
  ...{
    n_waiting: 0,
    ends_at: null,
    n_needed: 4,
    alpha: 0.05,
    is_simulated: false,
    answers: [],
    n_left_out: 0,
  },
};
const ONCE = { judgmentsPerPair: 1 };
const TWICE = { judgmentsPerPair: 2 };

it('says how many pairs count, which wait, and when estimates begin', () => {
  expect(sayReached(PROGRESS)).toBe(
    '89 of 200 drawn pairs are judged in the order drawn; 724 can be drawn.',
  );
  expect(sayReached({ ...PROGRESS, n_in_order: 1, n_waiting: 1 })).toBe(
    '1 of 200 drawn pairs is judged in the order drawn; 724 can be drawn. 1 pair judged out of order counts once the pairs before are judged. Estimates begin with 4 pairs in order.',
  );
});

it('gives a difference with signs and both intervals, a mean without signs', () => {
  expect(sayEstimate(ANSWER, 'P@5')).toBe(
    'bert minus bm25 is +.034 in P@5: 95% interval [−.010, +.078] for these topics, [−.020, +.088] for topics like these.',
  );
  const mean = { ...MEAN, value: 0.4, these_topics: [0.3, 0.5], topics_like_these: null };
  expect(sayEstimate(mean, 'P@5')).toBe(
    'bert is .400 in P@5: 95% interval [.300, .500] for these topics.',
  );
});

it('expects half-widths at the end', () => {
  expect(sayEnd(ANSWER, PROGRESS)).toBe(
    'With all 200 drawn pairs judged, expect ±.021 for these topics, ±.050 for topics like these.',
  );
});

it('counts the judgments that would separate two runs, and the pairs that are not drawn yet', () => {
  expect(saySeparation({ ...ANSWER, n_to_separate: 189 }, PROGRESS, ONCE)).toBe(
    'About 100 more judgments would separate these two for these topics, if the difference stays as it is.',
  );
  expect(saySeparation(ANSWER, PROGRESS, TWICE)).toBe(
    'About 280 more judgments, on 140 pairs, would separate these two for these topics, if the difference stays as it is. 29 of these pairs must still be drawn.',
  );
  expect(saySeparation({ ...ANSWER, n_to_separate: 89 }, PROGRESS, ONCE)).toContain('leaves 0 out');
  expect(saySeparation({ ...ANSWER, n_to_separate: null }, PROGRESS, ONCE)).toContain('No number');
  expect(saySeparation(MEAN, PROGRESS, ONCE)).toBe('');
});

it('says that judging may stop only where 0 is ruled out', () => {
  expect(sayStop({ ...ANSWER, stopped_at: 89 }, PROGRESS, ONCE)).toBe(
    '0 has been ruled out after 89 judgments; the chance of this where the runs are equal is at most 5%, however often one looks.',
  );
  expect(sayStop({ ...ANSWER, stopped_at: 89 }, PROGRESS, TWICE)).toContain('89 judged pairs;');
  expect(sayStop(ANSWER, PROGRESS, ONCE)).toContain('not been ruled out');
});

it('names the panel apart, with the pairs that it rests on', () => {
  const panel = { value: 0.03, these_topics: [-0.02, 0.08], n_pairs: 40 };
  expect(sayPanel(ANSWER, panel)).toBe(
    'What this panel says on average: +.030, 95% interval [−.020, +.080] for these topics and other votes of the panel, from the first 40 pairs, which have all votes.',
  );
});

it('says whether a difference lies within a margin', () => {
  expect(sayEqual(ANSWER, 0.05, PROGRESS, ONCE)).toContain('not been shown to lie within ±.050');
  expect(sayEqual({ ...ANSWER, equal_at: 70 }, 0.05, PROGRESS, ONCE)).toContain(
    'shown to lie within ±.050 after 70 judgments; the chance of this where it lies outside',
  );
});

it('is answered once each difference is ruled to be one, or as good as none', () => {
  const shown = [
    { ...ANSWER, stopped_at: 9 },
    { ...ANSWER, equal_at: 9 },
  ];
  expect(sayAnswered({ ...PROGRESS, answers: shown })).toBe(
    'The question is answered: you can stop judging here.',
  );
  expect(sayAnswered({ ...PROGRESS, answers: shown, n_left_out: 1 })).toBe('');
  expect(sayAnswered({ ...PROGRESS, answers: [...shown, ANSWER] })).toBe('');
  expect(sayAnswered(PROGRESS)).toBe('');
  const several = { ...PROGRESS, other_measures: ['DCG@5', 'RBP(p=0.8)'] };
  expect(sayAnswered({ ...several, answers: shown })).toBe(
    'The question is answered by P@5 alone: you can stop judging here, unless DCG@5 and RBP(p=0.8) need more.',
  );
});

const END: NonNullable<SamplingProgress['ends_at']> = {
  ...{ pair: 7, place: 12, query_id: 'q1', query: 'cones', doc_id: 'd3' },
  ...{ is_set_aside: true, reasons: ['unreadable', 'language', 'unreadable'] },
};
const UNJUDGED = { ...END, is_set_aside: false, reasons: [] };

it('says why the pair at which the sample ends has no label', () => {
  expect(sayWhyItEnds(END, 'open')).toBe(
    '3 people could not judge it (unreadable, language or field). Nobody gets it any more: give it a grade there, and the pairs after it count.',
  );
  expect(sayWhyItEnds(UNJUDGED, 'open')).toBe(
    'It has no judgment yet. The pairs after it count once it is judged.',
  );
});

it.each([
  ['pilot', END, 'once the campaign is open'],
  ['closed', UNJUDGED, 'give it a grade there'],
  ['archived', UNJUDGED, 'no more decisions'],
] as const)(
  'in a campaign in state %s, decisions are as possible as it says',
  (state, end, said) => {
    expect(sayWhyItEnds(end, state)).toContain(said);
  },
);

it.each([
  ['open', 0, [], false],
  ['open', 3, [], true],
  ['open', 0, END.reasons, true],
  ['closed', 0, END.reasons, false],
  ['closed', 3, [], true],
] as const)('%s with %d pairs that wait: an end by %j is shown: %s', (state, n, reasons, shown) => {
  const progress = { ...PROGRESS, n_waiting: n, ends_at: { ...END, reasons: [...reasons] } };
  expect(isEndShown(progress, state)).toBe(shown);
});
