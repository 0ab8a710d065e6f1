import { expect, it } from 'vitest';
import type { Grade } from '@/api/types';
import {
  addressOf,
  changed,
  choiceOf,
  thresholdOptions,
} from '@/features/campaign/agreement/choice/choice';
import type { Choice } from '@/features/campaign/agreement/choice/choice';

const SCALE: Grade[] = [-1, 0, 2].map((value) => ({
  value,
  name: `grade ${value}`,
  description: '',
  colour: '#000000',
  requires_span: false,
}));

const read = (query: string): Choice => choiceOf(new URLSearchParams(query), SCALE);

it('an address and what it asks for are the same, in both directions', () => {
  expect(read('threshold=0&missing=category')).toEqual({ threshold: 0, missing: 'category' });
  expect(addressOf({ threshold: 0, missing: 'category' })).toBe('?threshold=0&missing=category');
});

it.each(['', 'threshold=', 'threshold=-1', 'threshold=7', 'missing=drop', 'missing=odd'])(
  'the address %j asks for nothing',
  (query) => {
    expect(read(query)).toEqual({});
    expect(addressOf(read(query))).toBe('');
  },
);

it('what is changed back leaves nothing behind', () => {
  const chosen = changed({ missing: 'median-up' }, { threshold: 2 });
  expect(chosen).toEqual({ threshold: 2, missing: 'median-up' });
  expect(changed(changed(chosen, { threshold: undefined }), { missing: 'drop' })).toEqual({});
});

it('the lowest grade is no threshold: all votes would be alike', () => {
  expect(thresholdOptions(SCALE).map(({ value }) => value)).toEqual(['', '0', '2']);
});
