import { expect, it } from 'vitest';
import { sayEffects } from '@/features/campaign/whatif/turning/sayEffect';

it.each([
  [{ low: 0, high: 0.0625 }, ['+.0625', '+.0313']],
  [{ low: -0.0625, high: 0 }, ['−.0625', '−.0313']],
  [{ low: -0.01, high: 0.0625 }, ['±.0625', '±.0313']],
  [{ low: -1e-17, high: 0.0625 }, ['+.0625', '+.0313']],
])('an effect has the sign of what can happen: %o', (ends, said) => {
  expect(sayEffects({ ...ends, largest: 0.0625, expected: 1 / 32 })).toEqual(said);
});
