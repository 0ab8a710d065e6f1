import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AgreementRow } from '@/api/types';
import { AgreementFigures } from '@/features/campaign/agreement/summary/AgreementSection';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const ROW: AgreementRow = {
  scope: ['overall'],
  n_pairs: 812,
  n_votes: 2436,
  fleiss_kappa: 0.4123,
  fleiss_n_pairs: 790,
  fleiss_votes: 3,
  fleiss_rule: 'wanted',
  n_filled: 4,
  cohen_kappa: null,
  cohen_kappa_quadratic: null,
  alpha_nominal: null,
  alpha_ordinal: null,
  percent_agreement: 0.574,
};

it('every figure says on how much it rests, and what is not defined is not zero', () => {
  render(<AgreementFigures row={ROW} />, { wrapper: MemoryRouter });
  expect(screen.getByText('.412')).toBeTruthy();
  expect(
    screen.getByText(
      /790 pairs with exactly 3 votes, as many as the campaign wants per pair; 4 votes filled in/,
    ),
  ).toBeTruthy();
  expect(screen.getByText('–')).toBeTruthy();
});
