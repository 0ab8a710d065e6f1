import { expect, it } from 'vitest';
import {
  answerChoices,
  formatAnswer,
  beginningOf,
  formatDetails,
  soughtBy,
} from '@/features/judging/history/history';
import { judgingSetup, ownJudgment } from '@/features/judging/desk/desk.test.support';

const { scale, reasons } = judgingSetup();

it('offers the answers that were given, with how often', () => {
  const grades = [
    { grade: 1, reason_not_judged: null, n: 1200 },
    { grade: 3, reason_not_judged: null, n: 1 },
    { grade: null, reason_not_judged: 'unreadable', n: 2 },
  ];
  expect(answerChoices({ grades, queries: [] }, scale, reasons)).toEqual([
    { value: 'grade:1', label: '1 Irrelevant (1,200)' },
    { value: 'grade:3', label: '3 Perfect (1)' },
    { value: 'reason:any', label: 'Could not judge (2)' },
  ]);
});

it.each([
  [{ answer: '', query: '', words: ' ' }, {}],
  [{ answer: 'grade:0', query: '', words: '' }, { grade: 0 }],
  [
    { answer: 'reason:any', query: 'cats', words: ' old ' },
    { reason: 'any', query: 'cats', words: 'old' },
  ],
])('asks the server for %j', (filters, sought) => {
  expect(soughtBy(filters)).toEqual(sought);
});

it('says when, how many highlights and how sure', () => {
  const one = { ...ownJudgment('a', 2), spans: [[0, 4]], confidence: 2 };
  expect(formatDetails(one, new Date('2031-01-01'))).toMatch(/2030.* · 1 highlight · unsure$/);
});

it('names a judgment without a grade by its reason', () => {
  const one = { ...ownJudgment('a', 2), grade: null, reason_not_judged: 'unreadable' };
  expect(formatAnswer(one, scale, reasons)).toBe('Could not judge: Cannot be read');
});

it('shortens a passage between characters', () => {
  const { length } = Array.from(beginningOf({ title: '', text: '🌲'.repeat(5000), seam: null }));
  expect(length).toBe(111);
});
