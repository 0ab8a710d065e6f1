import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReactNode } from 'react';
import type { CampaignLabels } from '@/api/types';
import { useWhatIf } from '@/features/campaign/whatif/state/useWhatIf';
import { useNavigate } from '@/shared/routing/location';
import { MemoryRouter } from '@/shared/routing/MemoryRouter.test.support';

const OFFERED = {
  labels: {
    ...{ scale: [0, 1, 2].map((value) => ({ value })), assessors: [], model_assessors: [] },
    ...{ fallbacks: [], topic_labels: [], n_decisions: 0, n_expert_grades: 0 },
    question: { pool_runs: [], old_labels: [], pool_depth: null },
  } as unknown as CampaignLabels,
  ...{ runs: ['r1', 'r2'], originals: ['r1', 'r2'], poolDepth: 20 },
};

const wrapper = ({ children }: Readonly<{ children: ReactNode }>) => (
  <MemoryRouter at="/w?measure=P@5">{children}</MemoryRouter>
);

it('an address that is gone back to holds again', () => {
  const { result } = renderHook(() => ({ ...useWhatIf('/w', OFFERED), navigate: useNavigate() }), {
    wrapper,
  });
  act(() => result.current.change({ measure: 'AP' }));
  expect(result.current.state.measure).toBe('AP');
  act(() => result.current.navigate('/w?measure=P@5'));
  expect(result.current.state.measure).toBe('P@5');
});
