import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';
import { expect, it } from 'vitest';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { costOf } from '@/features/campaign/setup/draft/cost';

function show(quota: number | null) {
  const draft = {
    quota,
    people: 3,
    perPair: 3,
    nOverlap: 0,
    repeatEvery: null,
    nGold: 0,
    goldEvery: null,
  };
  const cost = costOf({ ...draft, nPairs: 35, seconds: 20 });
  render(
    <MemoryRouter>
      <QuotaWarning draft={draft} cost={cost} />
    </MemoryRouter>,
  );
}

it('a quota that leaves judgments to nobody is shown with the ways to mend it', () => {
  show(20);
  expect(screen.getByText(/45 judgments are wanted that nobody’s quota/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Raise the quota' })).toBeTruthy();
});

it.each([null, 35])('a quota that is enough (%s) is not spoken of', (quota) => {
  show(quota);
  expect(screen.queryByText(/nobody’s quota/)).toBeNull();
});
