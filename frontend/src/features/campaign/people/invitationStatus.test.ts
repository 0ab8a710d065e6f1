import { expect, it } from 'vitest';
import type { Invitation } from '@/api/types';
import { isLive, lifeOf } from '@/features/campaign/people/InvitationList';

const invitation = (part: Partial<Invitation> = {}): Invitation => ({
  id: 1,
  role: 'assessor',
  max_uses: 2,
  sent_to: '',
  n_uses: 1,
  expires_at: '2030-02-01T00:00:00Z',
  revoked_at: null,
  created_at: '2030-01-01T00:00:00Z',
  created_by: 'carol',
  ...part,
});
const NOW = new Date('2030-01-15T00:00:00Z').getTime();

it('a link is valid until it is taken back, over or used up', () => {
  expect(isLive(invitation(), NOW)).toBe(true);
  expect(isLive(invitation({ n_uses: 2 }), NOW)).toBe(false);
  expect(isLive(invitation({ revoked_at: '2030-01-10T00:00:00Z' }), NOW)).toBe(false);
  expect(isLive(invitation({ expires_at: '2030-01-14T00:00:00Z' }), NOW)).toBe(false);
  expect(lifeOf(invitation({ n_uses: 2 }), NOW)).toBe('used up');
});
