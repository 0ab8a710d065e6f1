import { expect, it } from 'vitest';
import type { LabelsPreview } from '@/api/types';
import { howMany } from '@/features/campaign/labels/PreviewPanel';

const preview = (nPairs: number, nUnanswered: number, nGold: number) =>
  ({
    counts: { n_pairs: nPairs },
    n_unanswered: nUnanswered,
    n_gold: nGold,
    steps: [{ n_pairs: 4, n_pairs_removed: 2 }],
  }) as LabelsPreview;

it.each([
  [5, 0, 0, '5 of 6 judged pairs get a label'],
  [8, 2, 0, '6 of 6 judged pairs get a label and 2 more by decision only'],
  [9, 0, 4, '5 of 6 judged pairs get a label and 4 by the expert’s grade'],
  [
    11,
    2,
    4,
    '5 of 6 judged pairs get a label, 2 more by decision only, and 4 by the expert’s grade',
  ],
])('pairs without votes are counted apart (%d, %d, %d)', (nPairs, nUnanswered, nGold, found) => {
  expect(howMany(preview(nPairs, nUnanswered, nGold))).toBe(found);
});
