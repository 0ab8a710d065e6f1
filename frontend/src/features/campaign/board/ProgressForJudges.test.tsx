import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { ProgressForJudges } from '@/features/campaign/board/BoardPage';

const assessor = (n_judged: number, n_not_judged: number) =>
  ({ n_judged, n_not_judged }) as Board['assessors'][number];

it('an assessor sees the answers of all together, and why nothing else', () => {
  render(<ProgressForJudges assessors={[assessor(1000, 2), assessor(3, 0)]} />);
  expect(screen.getByText('1,005 answers so far, of all together')).toBeTruthy();
  expect(screen.getByText(/would reveal which pairs are gold/)).toBeTruthy();
});
