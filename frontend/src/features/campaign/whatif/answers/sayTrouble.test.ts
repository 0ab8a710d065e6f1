import { expect, it } from 'vitest';
import { leavesNoLabels, sayTrouble } from '@/features/campaign/whatif/answers/sayTrouble';
import { ApiError } from '@/shared/requests/errors';

it('a measure that does not exist is named, without all that do', () => {
  const unknown = new ApiError(400, 'unknown_measure', 'XYZ is unknown, there are AP, Bpref …');
  expect(sayTrouble(unknown, 'XYZ')).toBe(
    'There is no measure XYZ; choose one under Runs and measure.',
  );
  expect(leavesNoLabels(unknown)).toBe(false);
});

it('other refusals are shown as they are', () => {
  const nobody = new ApiError(400, 'nobody_counts', 'No labels remain.');
  expect(sayTrouble(nobody, 'P@5')).toBe('No labels remain.');
  expect(leavesNoLabels(nobody)).toBe(true);
});
