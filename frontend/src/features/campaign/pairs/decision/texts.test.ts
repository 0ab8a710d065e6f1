import { expect, it } from 'vitest';
import type { Decision, Grade, WholePair } from '@/api/types';
import {
  describeBy,
  describeDecision,
  formatDecided,
  formatStood,
  whyNot,
} from '@/features/campaign/pairs/decision/texts';

const SCALE: Grade[] = ['Not', 'Partly', 'Answers'].map((name, index) => ({
  value: index + 1,
  name,
  description: '',
  colour: '#2f5d8a',
  requires_span: false,
}));

const DECISION: Decision = {
  grade: 3,
  reason: 'tied',
  note: '',
  by: 'lynx',
  saw_votes: true,
  decided_at: '2026-03-04T10:12:00Z',
  ended_at: null,
};

const pair = (mayDecide: boolean, kind = 'regular') =>
  ({ may_decide: mayDecide, row: { kind } }) as WholePair;

it('a decision is shown with its grade and its reason', () => {
  expect(describeDecision(DECISION, SCALE)).toBe('3 Answers, because it was tied');
  expect(describeDecision({ ...DECISION, reason: 'chosen' }, SCALE)).toBe(
    '3 Answers, chosen by hand',
  );
});

it('the adjudicator is named, and whether they were blind', () => {
  expect(describeBy(DECISION)).toBe('by lynx');
  expect(describeBy({ ...DECISION, saw_votes: false })).toBe('by lynx, who had not seen the votes');
});

it('one of today is given by its time alone', () => {
  expect(formatDecided(DECISION, new Date('2026-03-04T10:13:00Z'))).toMatch(/^\d\d:\d\d$/);
  expect(formatDecided(DECISION, new Date('2026-04-04T10:13:00Z'))).toMatch(/2026, \d\d:\d\d$/);
});

it('one that ended says when', () => {
  expect(formatStood(DECISION)).not.toContain(' to ');
  expect(formatStood({ ...DECISION, ended_at: '2026-03-05T10:12:00Z' })).toMatch(
    /2026.* to .*2026/,
  );
});

it('what an expert graded is not decided on', () => {
  expect(whyNot(pair(true, 'gold'), 'open')).toMatch(/^The grade of this pair is known/);
  expect(whyNot(pair(true, 'qualification'), 'open')).toMatch(/^The grade of this pair is known/);
});

it('who judged the pair does not decide on it, and neither does anybody who comes too early', () => {
  expect(whyNot(pair(true), 'open')).toBe('');
  expect(whyNot(pair(false), 'closed')).toMatch(/^You judged this pair yourself/);
  expect(whyNot(pair(true), 'pilot')).toMatch(/^The campaign has not been opened/);
});
