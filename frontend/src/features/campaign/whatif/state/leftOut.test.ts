import { expect, it } from 'vitest';
import type { CampaignLabels } from '@/api/types';
import { sayLeftOut } from '@/features/campaign/whatif/state/leftOut';
import { readState } from '@/features/campaign/whatif/state/state';

const OFFERED = {
  labels: {
    ...{ scale: [0, 1, 2].map((value) => ({ value })), assessors: [], model_assessors: [] },
    ...{ fallbacks: [], topic_labels: ['old'], n_decisions: 0, n_expert_grades: 0 },
    question: { pool_runs: [], old_labels: [], pool_depth: null },
  } as unknown as CampaignLabels,
  ...{ runs: ['r1', 'r2'], originals: ['r1', 'r2'], poolDepth: 20 },
};

it.each([
  ['', ''],
  ['threshold=2&runs=r2,r1&min_votes=1&max_blank_share=.50&measure=MFR@10&reference=old', ''],
  ['runs=r1,zz&measure=MFR@10', 'runs zz'],
  ['tie=coin&without=gone&min_votes=-1', 'tie coin; without gone; min votes -1'],
  ['treshold=2', 'treshold 2'],
])('what of the address does not fit is named: %s', (search, left) => {
  const params = new URLSearchParams(search);
  const said = sayLeftOut(params, readState(params, OFFERED));
  expect(said.split(': ')[1] ?? '').toBe(left === '' ? '' : `${left}.`);
});
