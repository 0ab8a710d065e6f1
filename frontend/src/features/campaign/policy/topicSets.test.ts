import { expect, it } from 'vitest';
import { percentOf, setSentence } from '@/features/campaign/policy/topicSets';

const MOST_WORDS = 30;

it.each([
  [
    2,
    3,
    'Assessors get 2 sets of 3 topics at a time. One is of topics that others have begun and that still lack assessors. The other is, with a chance of 50%, of topics that nobody has begun, else of begun ones too.',
  ],
  [
    3,
    1,
    'Assessors get 3 topics at a time. One is a topic that others have begun and that still lacks assessors. Each of the others is, with a chance of 50%, one that nobody has begun, else a begun one too.',
  ],
  [
    1,
    4,
    'Assessors get sets of 4 topics: with a chance of 50% of topics that nobody has begun, else of topics that others have begun and that still lack assessors.',
  ],
  [
    1,
    1,
    'The next topic is, with a chance of 50%, one that nobody has begun, else one that others have begun and that still lacks assessors.',
  ],
])(
  '%i sets of %i topics are described in short sentences',
  (sets_offered, topics_per_set, sentence) => {
    const found = setSentence({ sets_offered, topics_per_set, new_topic_share: 0.5 });
    expect(found).toBe(sentence);
    const lengths = found.split('. ').map((words) => words.split(' ').length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MOST_WORDS);
  },
);

it.each([
  [0.29, 29],
  [0.125, 12.5],
  [1 / 3, 33.33],
])('a share of %d is %d percent', (share, percent) => {
  expect(percentOf(share)).toBe(percent);
});
