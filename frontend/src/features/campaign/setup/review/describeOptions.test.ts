import { expect, it } from 'vitest';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import { describeOptions } from '@/features/campaign/setup/review/describeOptions';

it.each([
  [{ newTopicShare: 0.25 }, ['25% of topics new']],
  [
    { setsOffered: 2, topicsPerSet: 3, newTopicShare: 1 },
    ['2 sets of 3 topics at a time', '100% of sets new'],
  ],
  [{}, []],
  [{ unit: 'pairs', newTopicShare: 0.25 } as const, []],
])('the review names what is changed of the topics offered: %j', (part, phrases) => {
  const found = describeOptions({ ...EMPTY, ...part });
  expect(found.filter((phrase) => /\d (sets?|topics?)|new/u.test(phrase))).toEqual(phrases);
});
