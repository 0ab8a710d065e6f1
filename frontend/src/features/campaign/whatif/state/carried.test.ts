import { expect, it } from 'vitest';
import { START } from '@/features/campaign/labels/choice';
import { sayCarried } from '@/features/campaign/whatif/state/carried';

it.each([
  [{}, {}, ''],
  [{ max_blank_share: 0.3 }, {}, 'without assessors who left over 30% of a topic blank'],
  [
    { kinds: ['model' as const], without_flags: ['pace' as const] },
    {},
    'votes of models; without assessors flagged for pace',
  ],
  [{ seed: 3 }, {}, 'the model begins at seed 3'],
  [
    {},
    { requiresFallback: true, fallback: 'old' },
    'topics where a passage relevant in old stayed relevant',
  ],
])('rules without a control are listed in words: %o %o', (carried, choice, said) => {
  expect(sayCarried(carried, { ...START, ...choice })).toBe(said);
});
