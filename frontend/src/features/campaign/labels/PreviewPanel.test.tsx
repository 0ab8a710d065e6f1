import { expect, it } from 'vitest';
import type { LabelsPreview } from '@/api/types';
import { howMany } from '@/features/campaign/labels/PreviewPanel';

const preview = (nPairs: number, nUnanswered: number) =>
  ({
    counts: { n_pairs: nPairs },
    n_unanswered: nUnanswered,
    steps: [{ n_pairs: 4, n_pairs_removed: 2 }],
  }) as LabelsPreview;

it.each([
  [5, 0, '5 of 6 judged pairs get a label'],
  [8, 2, '6 of 6 judged pairs get a label, and 2 more by decision alone'],
])('pairs that nobody judged are counted apart', (nPairs, nUnanswered, found) => {
  expect(howMany(preview(nPairs, nUnanswered))).toBe(found);
});
