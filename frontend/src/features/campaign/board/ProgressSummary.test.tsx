import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Board } from '@/api/types';
import { GroupLine } from '@/features/campaign/board/BoardPage';
import { ProgressSummary } from '@/features/campaign/board/ProgressSummary';

const PAIRS = { regular: 100, pilot: 0, for_all: 0, gold: 0, qualification: 0 };
const PROGRESS: NonNullable<Board['progress']> = {
  pairs: PAIRS,
  n_wanted: 300,
  n_votes: 150,
  n_left: 150,
  n_set_aside: 0,
  n_waiting_for_adjudication: 0,
  n_further: 0,
  n_overlap_votes: 0,
  n_pairs_not_judged: 0,
  n_surplus: 0,
};
const EVERYBODYS = 'judgments of pairs everyone judges';

it('judgments of pairs for everyone are counted apart, where there are such pairs', () => {
  const { rerender, container } = render(<ProgressSummary progress={PROGRESS} />);
  expect(screen.queryByText(EVERYBODYS)).toBeNull();
  rerender(
    <ProgressSummary
      progress={{ ...PROGRESS, pairs: { ...PAIRS, pilot: 20 }, n_overlap_votes: 45 }}
    />,
  );
  expect(screen.getByText(EVERYBODYS).nextSibling?.textContent).toBe('45');
  expect(container.textContent).not.toContain('150');
});

it('names who meets most often in one line, which stays when nobody does', () => {
  const group = { pseudonyms: ['lynx', 'otter', 'vole'], n_pairs: 12, share: 0.3 };
  const { container, rerender } = render(<GroupLine group={group} />);
  expect(container.textContent).toContain('lynx, otter, and vole, on 12 pairs (30% of the');
  rerender(<GroupLine group={null} />);
  expect(container.textContent).toContain('nobody yet');
});
