import { expect, it } from 'vitest';
import { aboutLabels, proposalFor } from '@/upload/labels/threshold';

const seen = (labels: readonly number[], docIds = ['d1'], isWhole = true) => ({
  nColumns: 4,
  labels,
  isWhole,
  docIds,
});

it.each([
  [[0, 1], ['7'], 1],
  [[1], ['7'], 1],
  [[0, 1, 2, 3], ['7', '8841822'], 2],
  [[0, 1, 2, 3], ['msmarco_passage_01_552803451'], 2],
  [[0, 1, 2, 3], ['7', 'D1004'], 1],
  [[0, 1, 2, 3], ['FBIS3-1'], 1],
  [[0, 1, 2], ['7'], 1],
  [[], [], 1],
])('labels %j of %j are proposed to be relevant from %i up', (labels, docIds, least) => {
  expect(proposalFor(seen(labels, docIds)).least).toBe(least);
});

it('says which labels were found and why a threshold is proposed', () => {
  expect(aboutLabels(seen([0, 1]), 1)).toBe('Labels: 0, 1. Suggested: 1, the highest label.');
  expect(aboutLabels(seen([0, 1, 2]), 2)).toBe('Labels: 0, 1, 2. Suggested: 1, as in trec_eval.');
  expect(aboutLabels(seen([0, 1, 2, 3], ['7'], false), 2)).toBe(
    'Labels in its first part: 0, 1, 2, 3. Suggested: 2, as for passages of TREC’s Deep Learning tracks, ' +
      'which these look like. trec_eval takes 1 where nothing else is said.',
  );
  expect(aboutLabels(seen([0, 1, 2, 3, 4, 5, 6, 7, 10]), 1)).toBe(
    'Labels: 9 values from 0 to 10. Suggested: 1, as in trec_eval.',
  );
});

it('says that nothing would be relevant, where all labels are known', () => {
  expect(aboutLabels(seen([0, 1]), 2)).toBe('Labels: 0, 1. None is relevant from 2 up.');
  expect(aboutLabels(seen([0, 1], [], false), 2)).toBe(
    'Labels in its first part: 0, 1. Suggested: 1, the highest label.',
  );
});
