import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { GradeDistribution } from '@/features/campaign/board/BoardPage';

it('distinguishes a campaign without judgments from one whose grades are hidden', () => {
  const { rerender } = render(<GradeDistribution grades={[]} includesShared={false} />);
  expect(screen.getByText(/^None yet/)).toBeTruthy();
  rerender(<GradeDistribution grades={null} includesShared={false} />);
  expect(screen.getByText(/^You judge in this campaign/)).toBeTruthy();
  expect(screen.queryByText(/^None yet/)).toBeNull();
});
