import { expect, it } from 'vitest';
import { changesOf, enteredFrom } from '@/features/campaign/settings/options';
import type { Options } from '@/features/campaign/settings/options';

const OPTIONS: Options = {
  quota: null,
  allows_sign_up: false,
  asks_confidence: false,
  asks_note: true,
  allows_search: false,
  max_not_judged: 2,
  lease_s: 600,
  seat_s: 86_400,
  pace_limit: null,
  pass_share: 0.7,
  max_attempts: 2,
};

it('numbers show as people say them', () => {
  expect(enteredFrom(OPTIONS)).toMatchObject({
    quota: '',
    lease_s: '10',
    seat_s: '24',
    pace_limit: '',
    pass_share: '70',
    asks_note: true,
  });
});

it('only what was changed is sent, in the units of the server', () => {
  const entered = {
    ...enteredFrom(OPTIONS),
    quota: '40',
    lease_s: '2.5',
    pass_share: '',
    asks_note: false,
  };
  expect(changesOf(OPTIONS, entered)).toEqual({
    quota: 40,
    lease_s: 150,
    pass_share: null,
    asks_note: false,
  });
});

it('of what stayed nothing is sent', () => {
  const odd = { ...OPTIONS, pass_share: 2 / 3, lease_s: 601 };
  expect(changesOf(odd, enteredFrom(odd))).toEqual({});
});
