import { expect, it } from 'vitest';
import { setSentence } from '@/shared/topicSets';

it.each([
  [
    2,
    3,
    'Assessors get 2 sets of 3 topics at a time: one set of topics that others have begun and that still lack assessors, and the other with a probability of 0.5 of topics that nobody has begun, else of begun ones too.',
  ],
  [
    3,
    1,
    'Assessors get 3 topics at a time: one that others have begun and that still lacks assessors, and each of the others with a probability of 0.5 one that nobody has begun, else a begun one too.',
  ],
  [
    1,
    4,
    'Assessors get sets of 4 topics: with a probability of 0.5 of topics that nobody has begun, else of topics that others have begun and that still lack assessors.',
  ],
  [
    1,
    1,
    'The next topic is with a probability of 0.5 one that nobody has begun, else one that others have begun and that still lacks assessors.',
  ],
])('%i sets of %i topics are told in one sentence', (sets_offered, topics_per_set, sentence) => {
  expect(setSentence({ sets_offered, topics_per_set, new_topic_share: 0.5 })).toBe(sentence);
});
