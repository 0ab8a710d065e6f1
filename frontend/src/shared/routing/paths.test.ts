import { expect, it } from 'vitest';
import { oldAndNewPath } from '@/shared/routing/paths';

const question = (pool_depth: number | null) => ({
  pool_runs: ['BM25', 'dense'],
  old_labels: [],
  pool_depth,
});

it.each([
  [3, 'old', '&beside=old&measures=nDCG@3,RR@3,P@3'],
  [100, 'old', '&beside=old&measures=nDCG@10,RR@10,P@10'],
  [null, 'old', '&beside=old'],
  [3, undefined, '&measures=nDCG@3,RR@3,P@3'],
])('runs of a pool to depth %s beside %s', (depth, old, rest) => {
  expect(oldAndNewPath('new', question(depth), old)).toBe(
    `/compare?label_set=new&among=BM25,dense${rest}`,
  );
});
