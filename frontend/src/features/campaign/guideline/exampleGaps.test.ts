import { expect, it } from 'vitest';
import { gapsOf, whyNotYet } from '@/features/campaign/guideline/exampleGaps';

const WHOLE = { query: 'oak', passage: 'Oaks grow.', grade: 0, explanation: '' };

it.each([
  [{}, ''],
  [{ grade: null }, 'a grade'],
  [{ query: ' ', grade: null }, 'a query and a grade'],
  [{ query: '', passage: '\n', grade: null }, 'a query, a passage and a grade'],
])('an example with %o lacks %s', (part, gap) => {
  expect(gapsOf({ ...WHOLE, ...part })).toBe(gap);
});

it('the first example that lacks something is named, and how many others do', () => {
  const bare = { ...WHOLE, grade: null };
  expect(whyNotYet([])).toBe('');
  expect(whyNotYet([WHOLE])).toBe('');
  expect(whyNotYet([WHOLE, bare])).toBe('Example 2 needs a grade before you can publish.');
  expect(whyNotYet([bare, WHOLE, bare])).toContain(
    'a grade, and 1 other example needs something, before you',
  );
});
