import { expect, it } from 'vitest';
import { beginningOf } from '@/features/campaign/kit/beginningOf';

it('a beginning never ends in half a character', () => {
  expect(beginningOf('🌲🌲🌲', 2)).toBe('🌲🌲…');
  expect(beginningOf('🌲🌲', 2)).toBe('🌲🌲');
});
