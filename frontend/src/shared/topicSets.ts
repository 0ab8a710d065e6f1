/** How a serving policy offers topics: which are begun, and which are new. */
export type TopicSets = Readonly<{
  sets_offered: number;
  topics_per_set: number;
  new_topic_share: number;
}>;

const BEGUN = 'others have begun and that still';

/** The rule in one sentence, which stands for itself. */
export function setSentence(sets: TopicSets): string {
  const { sets_offered: nSets, topics_per_set: size, new_topic_share: share } = sets;
  const chance = `with a probability of ${share}`;
  if (nSets > 1) {
    const others = nSets === 2 ? 'the other' : 'each of the others';
    return size > 1
      ? `Assessors get ${nSets} sets of ${size} topics at a time: one set of topics that ${BEGUN} lack assessors, and ${others} ${chance} of topics that nobody has begun, else of begun ones too.`
      : `Assessors get ${nSets} topics at a time: one that ${BEGUN} lacks assessors, and ${others} ${chance} one that nobody has begun, else a begun one too.`;
  }
  return size > 1
    ? `Assessors get sets of ${size} topics: ${chance} of topics that nobody has begun, else of topics that ${BEGUN} lack assessors.`
    : `The next topic is ${chance} one that nobody has begun, else one that ${BEGUN} lacks assessors.`;
}
