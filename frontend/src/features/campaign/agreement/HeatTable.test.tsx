import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AgreementRow } from '@/api/types';
import { HeatTable } from '@/features/campaign/agreement/HeatTable';
import { pairKappa, shade } from '@/features/campaign/agreement/pairKappa';

const row = (scope: string[], kappa: number): AgreementRow => ({
  scope,
  n_pairs: 30,
  n_votes: 50,
  fleiss_kappa: null,
  fleiss_n_pairs: 0,
  fleiss_votes: 2,
  fleiss_rule: 'couple',
  n_filled: 0,
  cohen_kappa: kappa,
  cohen_kappa_quadratic: null,
  alpha_nominal: null,
  alpha_ordinal: null,
  percent_agreement: null,
});

it('a pair shows the same in both halves of the table, and pairs without common work show none', () => {
  const rows = [row(['otter', 'lynx'], 0.61)];
  render(<HeatTable names={['lynx', 'otter', 'vole']} rows={rows} kappa={pairKappa('plain')} />);
  expect(screen.getAllByText('.610')).toHaveLength(2);
  expect(screen.getAllByText('20')).toHaveLength(2);
  expect(screen.getAllByText('–')).toHaveLength(7);
});

it('agreement by chance or below has no shade', () => {
  expect(shade(-0.3)).toBe(shade(0));
  expect(shade(0.8)).not.toBe(shade(0));
});
