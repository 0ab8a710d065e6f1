import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CampaignLabels } from '@/api/types';
import { VoteOptions } from '@/features/campaign/labels/VoteOptions';
import { START } from '@/features/campaign/labels/choice';

const labels = (isDrawn: boolean) =>
  ({
    ...{ scale: [{ value: 0, name: 'no' }], fallbacks: [], n_decisions: 0 },
    ...{ n_expert_grades: 2, is_drawn: isDrawn },
  }) as unknown as CampaignLabels;

it.each([
  [false, 1],
  [true, 0],
])('of drawn pairs (%s) known grades are always labels', (isDrawn, nFields) => {
  render(<VoteOptions labels={labels(isDrawn)} choice={START} onChange={() => {}} />);
  expect(screen.queryAllByLabelText('Gold and qualification pairs')).toHaveLength(nFields);
});
