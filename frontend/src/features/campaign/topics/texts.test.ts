import { expect, it } from 'vitest';
import type { ActiveTopic, StoppingRule, TopicReview } from '@/api/types';
import { stopLines } from '@/features/campaign/topics/drawTopic';
import { changeable, sayControl, sayRule, sayState } from '@/features/campaign/topics/texts';
import { rowsOf } from '@/features/campaign/topics/TopicFigure';

const TOPIC: ActiveTopic = {
  ...{ query_id: 'q1', query: 'spruces', n_judged: 5, n_relevant: 2, n_waiting: 1 },
  ...{ n_candidates: 90, is_due: false, ended_at: null, ended_because: '', error: '' },
};
const ENDED = { ...TOPIC, ended_at: '2026-12-01T12:00:00Z', ended_because: 'limit' };

it.each([
  [{}, 'judging'],
  [{ is_due: true }, 'choosing'],
  [{ n_judged: 0, n_waiting: 0 }, 'not begun'],
  [ENDED, 'ended: as many pairs as allowed'],
  [{ ...ENDED, ended_because: 'failed' }, 'ended: no pairs can be chosen'],
])('a topic says what goes on in it (%o)', (part, state) => {
  expect(sayState({ ...TOPIC, ...part })).toBe(state);
});

const RULE: StoppingRule = {
  ...{ key: 'knee', name: 'Knee', looks_at: '', promise: '', source: '', lacks: '' },
  ...{ at: null, value: 2.137, bound: 6, estimate: null, error: null },
  ...{ stops_below: false, ends: false },
};

it.each([
  [{}, 'Not yet: 2.14 now, stops at 6.'],
  [
    { stops_below: true, value: 0.4321, bound: 0.05 },
    'Not yet: 0.432 now, stops at 0.05 or below.',
  ],
  [{ value: null }, 'Not yet.'],
  [{ at: 1234 }, 'Would have stopped after 1,234 judged.'],
  [{ lacks: 'It needs a control sample.' }, 'It needs a control sample.'],
])('a rule says when it would have stopped, or how far it is from it (%o)', (part, said) => {
  expect(sayRule({ ...RULE, ...part })).toBe(said);
});

it('rules that stop at one place have one line, which any of them marks', () => {
  const at = (key: string, n: number | null) => ({ ...RULE, key, name: key.toUpperCase(), at: n });
  const rules = [at('knee', 4), at('half', 2), at('chm', null), at('budget', 4)];
  const review: Pick<TopicReview, 'found' | 'looks' | 'rules'> = {
    ...{ found: [0, 1, 1, 2, 2, 3], looks: [1, 3, 5], rules },
  };
  expect(stopLines({ review: { ...review, estimated_relevant: null }, marked: 'budget' })).toEqual([
    { at: 2, names: 'HALF', isMarked: false },
    { at: 4, names: 'KNEE, BUDGET', isMarked: true },
  ]);
  expect(rowsOf(review).map(({ judged, found, stops }) => [judged, found, stops])).toEqual([
    [1, 1, ''],
    [2, 1, 'HALF'],
    [3, 2, ''],
    [4, 2, 'KNEE, BUDGET'],
    [5, 3, ''],
  ]);
});

it('of the ticked topics, those that go on can be ended and the others go on', () => {
  const topics = [TOPIC, { ...ENDED, query_id: 'q2' }, { ...TOPIC, query_id: 'q3' }];
  expect(changeable(topics, new Set(['q1', 'q2']))).toEqual({ going: ['q1'], ended: ['q2'] });
});

it('the control sample is counted where there is one', () => {
  const control = { n_control: 20, n_control_judged: 3, n_control_relevant: 1 };
  expect(sayControl(control)).toBe(
    'Control sample: 3 of 20 pairs judged, 1 relevant. Of these the curve shows only passages that were chosen by the strategy too.',
  );
  expect(sayControl({ ...control, n_control: 0 })).toBe('');
});
