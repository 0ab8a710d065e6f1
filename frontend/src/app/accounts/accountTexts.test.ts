import { expect, it } from 'vitest';
import type { Account } from '@/api/types';
import { holds, standing } from '@/app/accounts/accountTexts';

const ALICE: Account = {
  id: 1,
  username: 'alice',
  may_organize: false,
  may_research: true,
  is_administrator: false,
  is_active: true,
  has_password: true,
  joined_on: '2026-11-01',
  last_sign_in_on: null,
  n_campaigns: 0,
  link_expires_at: null,
};

it('an administrator holds every right, others those that they were given', () => {
  expect(holds(ALICE, 'may_research', null)).toBe(true);
  expect(holds(ALICE, 'may_organize', null)).toBe(false);
  expect(holds({ ...ALICE, is_administrator: true }, 'may_organize', null)).toBe(true);
});

it('a right that is being given shows at once, of that account alone', () => {
  const wanted = { id: 1, right: 'may_organize', granted: true } as const;
  expect(holds(ALICE, 'may_organize', wanted)).toBe(true);
  expect(holds({ ...ALICE, id: 2 }, 'may_organize', wanted)).toBe(false);
});

it('a name says what keeps its owner out', () => {
  expect(standing(ALICE)).toBe('');
  expect(standing({ ...ALICE, has_password: false })).toBe('no password yet');
  expect(standing({ ...ALICE, has_password: false, is_active: false })).toBe('deactivated');
});
