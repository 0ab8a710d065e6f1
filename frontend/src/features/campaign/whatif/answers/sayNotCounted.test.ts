import { expect, it } from 'vitest';
import { sayNoEffects, sayNotCounted } from '@/features/campaign/whatif/answers/sayNotCounted';
import type { Asked } from '@/features/campaign/whatif/state/questions';
import { ApiError, unreachable } from '@/shared/requests/errors';

const REFUSED = new ApiError(400, 'no_effects', 'Not available for R@100.');
const asked = (unjudged: 'not_relevant' | 'left_out'): Asked => ({
  ...{ campaign_id: 1, aggregate: 'majority', runs: 'a,b', measure: 'R@100', unjudged },
});

it('why labels are not looked for is said where that is known', () => {
  const said = sayNotCounted(REFUSED, asked('left_out'));
  expect(said).toContain('not looked for while unjudged passages are left out');
  expect(sayNotCounted(REFUSED, asked('not_relevant'))).toContain('not looked for in R@100.');
  expect(sayNotCounted(unreachable(), asked('left_out'))).toBe('');
});

it('the server’s reason stands where there is no plainer one', () => {
  expect(sayNoEffects(asked('left_out'))(REFUSED)).toContain('Not worked out while unjudged');
  expect(sayNoEffects(asked('not_relevant'))(REFUSED)).toBe('Not available for R@100.');
});
