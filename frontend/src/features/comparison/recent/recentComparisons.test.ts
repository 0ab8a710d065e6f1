import { beforeEach, expect, it } from 'vitest';
import {
  forgetComparison,
  noteComparison,
  readRecent,
} from '@/features/comparison/recent/recentComparisons';

beforeEach(() => localStorage.clear());

function open(query: string, username = 'rita'): void {
  noteComparison(username, query);
}

it('keeps the eight opened last, the newest first, for each account its own', () => {
  for (let i = 0; i < 10; i += 1) open(`baseline=bm25&runs=run-${i}&labels=qrels`);
  expect(readRecent('rita').map(({ runs: [run] }) => run)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((i) => `run-${i}`),
  );
  expect(readRecent('alice')).toEqual([]);
});

it('takes the same runs and labels under other measures for the same comparison', () => {
  open('baseline=bm25&runs=bert&labels=old,new&measures=RR@10');
  open('baseline=bm25&runs=bert&labels=old&measures=RR@10');
  open('baseline=bm25&runs=bert&labels=old,new&measures=nDCG@10');
  const recent = readRecent('rita');
  expect(recent.map(({ labels }) => labels)).toEqual([['old', 'new'], ['old']]);
  expect(recent[0]?.address).toContain('measures=nDCG@10');
});

it('names the label set that labels are compared with', () => {
  open('baseline_labels=old&runs=bert&labels=new');
  expect(readRecent('rita')[0]?.baseline).toBe('old');
});

it('forgets one of them', () => {
  open('baseline=bm25&runs=a&labels=qrels');
  open('baseline=bm25&runs=b&labels=qrels');
  const [newest] = readRecent('rita');
  expect(forgetComparison('rita', newest?.address ?? '').map(({ runs }) => runs)).toEqual([['a']]);
  expect(readRecent('rita')).toHaveLength(1);
});

it.each(['nonsense', '{}', '[{"address": "https://elsewhere"}, null, 3]'])(
  'takes %s in the storage for nothing',
  (kept) => {
    localStorage.setItem('regrade.comparisons.rita', kept);
    expect(readRecent('rita')).toEqual([]);
  },
);
