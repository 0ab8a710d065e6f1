import { expect, it } from 'vitest';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';

it.each([
  ['nDCG@10', 'nDCG@10'],
  ['nDCG(judged_only=True)@10', 'nDCG@10, unjudged left out'],
  ['RBP(p=0.8, judged_only=True)', 'RBP(p=0.8), unjudged left out'],
])('what becomes of unjudged passages is said in words: %s', (name, title) => {
  expect(measureTitle(name)).toBe(title);
});

it('the measure of a request says it apart', () => {
  expect(measureTitle('P@5', 'left_out')).toBe('P@5, unjudged left out');
});
