import { expect, it } from 'vitest';
import type { JudgmentsReport } from '@/api/types';
import { describeJudgments } from '@/features/campaign/importing/describeJudgments';

const report = (part: Partial<JudgmentsReport> = {}): JudgmentsReport => ({
  n_rows: 3,
  n_votes: 2,
  n_not_judged: 1,
  n_rejected: 0,
  n_repeats: 0,
  n_earlier_versions: 0,
  n_unchanged: 0,
  n_assessors: 2,
  n_new_accounts: 0,
  n_added_pairs: 0,
  n_added_slots: 0,
  n_asked_again: 0,
  ...part,
});

it('says what the rows come to, and what is added', () => {
  expect(describeJudgments(report())).toBe(
    '3 rows of 2 assessors: 2 votes and 1 answer without a grade.',
  );
  expect(describeJudgments(report({ n_new_accounts: 2, n_added_pairs: 1 }))).toMatch(
    /With 2 new assessors and 1 pair new to the pool\.$/,
  );
});
