import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it } from 'vitest';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';

function show(quota: number | null, uncovered: number) {
  render(
    <MemoryRouter>
      <QuotaWarning draft={{ quota, people: 3 }} plan={{ work: { n_uncovered: uncovered } }} />
    </MemoryRouter>,
  );
}

it('a quota that leaves judgments to nobody is shown with the ways to mend it', () => {
  show(20, 45);
  expect(screen.getByText(/No quota covers 45 judgments/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Raise the quota' })).toBeTruthy();
});

it.each([null, 35])('a quota that is enough (%s) is not spoken of', (quota) => {
  show(quota, 0);
  expect(screen.queryByText(/No quota covers/)).toBeNull();
});
