import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BoardDetails, BoardTopic } from '@/api/types';
import { formatPairs, TopicTable } from '@/features/campaign/board/TopicTable';

const TOPIC: BoardTopic = {
  query_id: 'q1',
  query: 'how long do spruces live',
  n_pairs: 12,
  n_wanted: 36,
  n_votes: 7,
  n_left: 29,
  n_overlap_pairs: 0,
  n_pilot_pairs: 0,
};

const DETAILS: BoardDetails = {
  course: { by: 'day', stretches: [] },
  assessors: [],
  topics: [
    {
      query_id: 'q1',
      query: TOPIC.query,
      n_pairs_not_judged: 3,
      blanks: [
        { reason: 'unreadable', label: 'The passage cannot be read', n: 4 },
        { reason: 'other', label: 'Something else', n: 1 },
      ],
    },
  ],
};

it.each([
  [0, 0, '12'],
  [3, 0, '12 + 3 for everyone'],
  [3, 3, '12 + 3 pilot'],
  [3, 1, '12 + 2 for everyone + 1 pilot'],
])('pairs that everyone judges are counted apart (%i, %i)', (nShared, nPilot, text) => {
  expect(formatPairs({ ...TOPIC, n_overlap_pairs: nShared, n_pilot_pairs: nPilot })).toBe(text);
});

it('pairs that could not be judged are counted once, with all reasons', () => {
  render(<TopicTable topics={[TOPIC]} details={DETAILS} />);
  expect(screen.getByText('3 (25%)')).toBeTruthy();
  expect(screen.getByText('4 unreadable, 1 something else')).toBeTruthy();
});

it('an assessor here does not see what others could not judge', () => {
  render(<TopicTable topics={[TOPIC]} details={{ ...DETAILS, topics: null }} />);
  expect(screen.queryByText(/could not judge/)).toBeNull();
});
