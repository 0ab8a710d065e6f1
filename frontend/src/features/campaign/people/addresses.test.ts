import { expect, it } from 'vitest';
import { addressesIn } from '@/features/campaign/people/addresses';

it('finds addresses however they are parted', () => {
  expect(addressesIn(' a@x.org, b@x.org;c@x.org\n\nd@x.org ')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
    'd@x.org',
  ]);
  expect(addressesIn(' \n')).toEqual([]);
});
