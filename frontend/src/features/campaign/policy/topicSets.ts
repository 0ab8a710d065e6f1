/** How a serving policy offers topics: which are begun, and which are new. */
export type TopicSets = Readonly<{
  sets_offered: number;
  topics_per_set: number;
  new_topic_share: number;
}>;

const BEGUN = 'others have begun and that still';

/** 0.125 is 12.5. */
export const percentOf = (share: number): number => Math.round(10_000 * share) / 100;

/** The rule in short, self-contained sentences. */
export function setSentence(sets: TopicSets): string {
  const { sets_offered: nSets, topics_per_set: size, new_topic_share: share } = sets;
  const chance = `with a chance of ${percentOf(share)}%`;
  if (nSets > 1) {
    const others = nSets === 2 ? 'The other' : 'Each of the others';
    return size > 1
      ? `Assessors get ${nSets} sets of ${size} topics at a time. One is of topics that ${BEGUN} lack assessors. ${others} is, ${chance}, of topics that nobody has begun, else of begun ones too.`
      : `Assessors get ${nSets} topics at a time. One is a topic that ${BEGUN} lacks assessors. ${others} is, ${chance}, one that nobody has begun, else a begun one too.`;
  }
  return size > 1
    ? `Assessors get sets of ${size} topics: ${chance} of topics that nobody has begun, else of topics that ${BEGUN} lack assessors.`
    : `The next topic is, ${chance}, one that nobody has begun, else one that ${BEGUN} lacks assessors.`;
}
