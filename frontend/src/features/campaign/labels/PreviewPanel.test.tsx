import { expect, it } from 'vitest';
import type { LabelsPreview } from '@/api/types';
import { howMany, whereItEnds } from '@/features/campaign/labels/PreviewPanel';

const preview = (nPairs: number, nUnanswered: number, nGold: number) =>
  ({
    counts: { n_pairs: nPairs },
    n_unanswered: nUnanswered,
    n_gold: nGold,
    drawn: null,
  }) as LabelsPreview;

it.each([
  [5, 0, 0, '5 labels from votes'],
  [8, 2, 0, '8 labels: 6 from votes, 2 by decision only'],
  [107, 0, 11, '107 labels: 96 from votes, 11 from known grades'],
  [11, 2, 4, '11 labels: 5 from votes, 2 by decision only, 4 from known grades'],
])('pairs without votes are counted apart (%d, %d, %d)', (nPairs, nUnanswered, nGold, found) => {
  expect(howMany(preview(nPairs, nUnanswered, nGold))).toBe(found);
});

it('says how many drawn pairs have a label, and at which pair the sample ends', () => {
  const drawn = { n_drawn: 200, n_left_out: 16, ends_at: { query_id: '7', doc_id: 'd9' } };
  const sample = { ...preview(171, 0, 0), drawn };
  expect(howMany(sample)).toBe('171 labels of 200 drawn pairs');
  expect(whereItEnds(sample)).toBe(
    'The sample ends where a drawn pair has no label: pair 172, passage d9 of topic 7. 16 other labels are left out.',
  );
  expect(whereItEnds({ ...sample, drawn: { ...drawn, n_left_out: 0, ends_at: null } })).toBe(
    'All drawn pairs have a label.',
  );
});
