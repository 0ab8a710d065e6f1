import { expect, it } from 'vitest';
import type { Grade, PairAnswer, PairRow } from '@/api/types';
import { formatMany } from '@/features/campaign/kit/formatMany';
import { countGrades } from '@/features/campaign/pairs/answers/countGrades';
import {
  describeAnswer,
  formatFound,
  formatRemarks,
  formatRuns,
  formatSpread,
  headlineOf,
} from '@/features/campaign/pairs/answers/texts';

const SCALE: Grade[] = ['Not', 'Partly', 'Fully'].map((name, value) => ({
  value,
  name,
  description: '',
  colour: '#2f5d8a',
  requires_span: false,
}));

const LYNX: PairAnswer = {
  pseudonym: 'lynx',
  assessor_kind: 'human',
  grade: 2,
  reason_not_judged: null,
  is_surplus: false,
  confidence: 3,
  note: 'Says it all.',
  n_highlights: 2,
  active_ms: 12_300,
  answered_at: '2026-03-04T10:12:00Z',
};
const OTTER: PairAnswer = {
  ...LYNX,
  pseudonym: 'otter',
  grade: null,
  reason_not_judged: 'unclear_topic',
  confidence: null,
  note: '',
  n_highlights: 0,
  active_ms: null,
};

const ROW: PairRow = {
  id: 7,
  kind: 'regular',
  stratum: '',
  origin: 'pooled',
  query_id: 'q1',
  query: 'how long do spruces live',
  doc_id: 'd1',
  title: '',
  text: 'Spruces live long',
  is_cut: true,
  expert_grade: null,
  n_grades: 1,
  n_not_judged: 1,
  spread: 0,
  is_tied: false,
  is_chosen: false,
  decision: null,
  answers: [LYNX, OTTER],
};

it('a cell says all that the assessor said', () => {
  expect(describeAnswer(LYNX, SCALE)).toMatch(
    /^lynx: 2 Fully; fairly sure; 2 highlights; note “Says it all.”; 12.3 s; .*2026/,
  );
});

it('a cell without a grade says why, and one of a model that it is', () => {
  expect(describeAnswer(OTTER, SCALE)).toMatch(/^otter: not judged: unclear question; /);
  const model: PairAnswer = { ...LYNX, assessor_kind: 'model', is_surplus: true };
  expect(describeAnswer(model, SCALE)).toMatch(/^lynx, model: 2 Fully; surplus; /);
});

it('beyond what the server counts, the number says so', () => {
  expect([1, 123, 10_000, 10_001].map(formatFound)).toEqual([
    '1 pair',
    '123 pairs',
    '10,000 pairs',
    'more than 10,000 pairs',
  ]);
  expect(formatMany(10_001)).toBe('10,000+');
});

it('remarks are counted by assessor', () => {
  expect(formatRemarks([LYNX, OTTER])).toBe('1 note, 1 with highlights');
  expect(formatRemarks([OTTER])).toBe('');
});

it('one grade has no spread', () => {
  expect(formatSpread(ROW)).toBe('–');
  expect(formatSpread({ ...ROW, n_grades: 2 })).toBe('0');
});

it('a passage is named by its title, else by its beginning, else by its id', () => {
  expect(headlineOf({ ...ROW, title: 'Trees' })).toEqual({
    name: 'Trees',
    rest: 'Spruces live long…',
  });
  expect(headlineOf(ROW)).toEqual({ name: 'Spruces live long…', rest: '' });
  expect(headlineOf({ ...ROW, text: '', is_cut: false }).name).toBe('d1');
});

it('where a pair was retrieved', () => {
  expect(formatRuns(0, null)).toBe('not from a run');
  expect(formatRuns(3, 2)).toBe('in 3 of the pool’s runs, best at rank 2');
});

it('surplus grades and blanks are not counted among the grades', () => {
  const answers = [LYNX, OTTER, { ...LYNX, is_surplus: true }];
  expect(countGrades(answers, SCALE).map(({ n }) => n)).toEqual([0, 0, 1]);
});
