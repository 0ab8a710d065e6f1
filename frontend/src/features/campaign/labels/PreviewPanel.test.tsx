import { expect, it } from 'vitest';
import type { LabelsPreview } from '@/api/types';
import { howMany } from '@/features/campaign/labels/PreviewPanel';

const preview = (nPairs: number, nUnanswered: number, nGold: number) =>
  ({
    counts: { n_pairs: nPairs },
    n_unanswered: nUnanswered,
    n_gold: nGold,
  }) as LabelsPreview;

it.each([
  [5, 0, 0, '5 labels from votes'],
  [8, 2, 0, '8 labels: 6 from votes, 2 by decision only'],
  [107, 0, 11, '107 labels: 96 from votes, 11 from known grades'],
  [11, 2, 4, '11 labels: 5 from votes, 2 by decision only, 4 from known grades'],
])('pairs without votes are counted apart (%d, %d, %d)', (nPairs, nUnanswered, nGold, found) => {
  expect(howMany(preview(nPairs, nUnanswered, nGold))).toBe(found);
});
