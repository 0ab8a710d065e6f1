import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { GroupLine } from '@/features/campaign/board/BoardPage';
import { ProgressSummary } from '@/features/campaign/board/ProgressSummary';

const PROGRESS: NonNullable<Board['progress']> = {
  n_pairs: 100,
  n_wanted: 300,
  n_votes: 150,
  n_left: 150,
  n_set_aside: 0,
  n_waiting_for_adjudication: 0,
  n_extra: 0,
  n_overlap_pairs: 0,
  n_overlap_votes: 0,
  n_pilot_pairs: 0,
  n_gold_pairs: 0,
  n_qualification_pairs: 0,
  n_pairs_not_judged: 0,
  n_surplus: 0,
};

it('overlap pairs are counted apart, and named only where there are any', () => {
  const { rerender } = render(<ProgressSummary progress={PROGRESS} hasEnded={false} />);
  expect(screen.getByText('150 of 300 judgments (50%)')).toBeTruthy();
  expect(screen.queryByText('overlap pairs')).toBeNull();
  rerender(
    <ProgressSummary
      progress={{ ...PROGRESS, n_overlap_pairs: 20, n_overlap_votes: 45 }}
      hasEnded={false}
    />,
  );
  expect(screen.getByText('overlap pairs').nextSibling?.textContent).toBe('20');
  expect(screen.getByText('judgments of pairs everyone judges').nextSibling?.textContent).toBe(
    '45',
  );
  expect(screen.queryByText('pilot pairs')).toBeNull();
});

it('what is in, left and set aside adds up to what is wanted', () => {
  const progress = { ...PROGRESS, n_votes: 295, n_left: 2, n_set_aside: 3 };
  const whole = { ...progress, n_waiting_for_adjudication: 1 };
  const { rerender } = render(<ProgressSummary progress={whole} hasEnded={false} />);
  expect(screen.getByText('295 of 300 judgments (98%)')).toBeTruthy();
  expect(screen.getByText('2 left, 3 set aside in 1 pair')).toBeTruthy();
  rerender(<ProgressSummary progress={whole} hasEnded />);
  expect(screen.getByText('2 not given, 3 set aside')).toBeTruthy();
  expect(screen.queryByText(/left|waits/)).toBeNull();
});

it('shows no rest where all judgments are in', () => {
  const done = { ...PROGRESS, n_votes: 300, n_left: 0 };
  const { container } = render(<ProgressSummary hasEnded={false} progress={done} />);
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    '300 of 300 judgments (100%)',
  ]);
});

it('pairs of the pilot are not called overlap pairs', () => {
  const pilot = { ...PROGRESS, n_overlap_pairs: 20, n_pilot_pairs: 20, n_overlap_votes: 45 };
  const { rerender } = render(<ProgressSummary progress={pilot} hasEnded={false} />);
  expect(screen.getByText('pilot pairs').nextSibling?.textContent).toBe('20');
  expect(screen.queryByText('overlap pairs')).toBeNull();
  rerender(<ProgressSummary progress={{ ...pilot, n_pilot_pairs: 15 }} hasEnded={false} />);
  expect(screen.getByText('overlap pairs').nextSibling?.textContent).toBe('5');
});

it('names who meets most often in one line, which stays when nobody does', () => {
  const group = { pseudonyms: ['lynx', 'otter', 'vole'], n_pairs: 12, share: 0.3 };
  const { container, rerender } = render(<GroupLine group={group} />);
  expect(container.textContent).toContain('lynx, otter, and vole, on 12 pairs (30% of the');
  rerender(<GroupLine group={null} />);
  expect(container.textContent).toContain('nobody yet');
});
