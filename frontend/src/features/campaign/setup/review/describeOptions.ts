import type { Sample } from '@/features/campaign/api/setup';
import { EMPTY, searchOf, servingOf, withoutPairs } from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { knownOf } from '@/features/campaign/setup/draft/known';
import { counted, formatCount } from '@/shared/format/numbers';
import { percentOf } from '@/features/campaign/policy/topicSets';

/** How judging goes, one phrase for each thing that is so. */
export function describeOptions(said: Draft): string[] {
  const draft = withoutPairs(said);
  const isByTopic = servingOf(draft).unit === 'topics';
  const nRound = knownOf(draft, 'qualification').length;
  const phrases: [boolean, string][] = [
    [true, `${counted(draft.perPair, 'judgment')} per pair`],
    [
      true,
      isByTopic
        ? 'whole topics'
        : `single pairs${draft.way === 'design' ? ', in the order drawn' : ''}`,
    ],
    [
      isByTopic && draft.setsOffered * draft.topicsPerSet > 1,
      `${counted(draft.setsOffered, 'set')} of ${counted(draft.topicsPerSet, 'topic')} at a time`,
    ],
    [
      isByTopic && draft.newTopicShare !== EMPTY.newTopicShare,
      `${percentOf(draft.newTopicShare)}% of ${draft.topicsPerSet > 1 ? 'sets' : 'topics'} new`,
    ],
    [draft.quota !== null, `a quota of ${counted(draft.quota ?? 0, 'pair')}`],
    [draft.asksConfidence, 'may say how sure'],
    [draft.asksNote, 'may leave a note'],
    [searchOf(draft), 'may search for more passages'],
    [draft.nOverlap > 0, `${counted(draft.nOverlap, 'pair')} judged by everyone`],
    [
      nRound > 0,
      `${Math.round(draft.passShare * 100)}% of ${counted(nRound, 'qualification pair')} to pass`,
    ],
    [draft.repeatEvery !== null, `one in ${formatCount(draft.repeatEvery ?? 0)} again`],
    [
      draft.extraJudgments > 0,
      `up to ${counted(draft.extraJudgments, 'further judgment')} where grades disagree`,
    ],
    [draft.rotates, 'half of the passages from their middle on'],
  ];
  return phrases.filter(([isSo]) => isSo).map(([, phrase]) => phrase);
}

const ranksOf = (first: number, last: number): string =>
  first === last ? `rank ${first}` : `ranks ${first} to ${last}`;

/** How topics are drawn. */
export function describeSample({ n, seed, strata, labels }: Sample): string {
  const rows = strata.map(
    ({ name, first, last, n: wanted }) => `${wanted} ${name} (${ranksOf(first, last)})`,
  );
  const how =
    rows.length === 0
      ? `${n ?? 0} drawn at random`
      : `drawn by first relevant passage in ${labels}: ${rows.join(', ')}`;
  return `topics ${how}, seed ${seed}`;
}
