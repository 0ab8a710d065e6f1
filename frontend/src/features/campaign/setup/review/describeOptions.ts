import type { Sample } from '@/features/campaign/api/setup';
import { EMPTY } from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { goldOf } from '@/features/campaign/setup/draft/gold';
import { counted, formatCount } from '@/shared/format/numbers';
import { percentOf } from '@/features/campaign/policy/topicSets';

/** How judging goes, one phrase for each thing that is so. */
export function describeOptions(draft: Draft): string[] {
  const nGold = goldOf(draft).marks.length;
  const phrases: [boolean, string][] = [
    [true, `${counted(draft.perPair, 'judgment')} a pair`],
    [true, draft.unit === 'topics' ? 'whole topics' : 'single pairs'],
    [
      draft.unit === 'topics' && draft.setsOffered * draft.topicsPerSet > 1,
      `${counted(draft.setsOffered, 'set')} of ${counted(draft.topicsPerSet, 'topic')} at a time`,
    ],
    [
      draft.unit === 'topics' && draft.newTopicShare !== EMPTY.newTopicShare,
      `${percentOf(draft.newTopicShare)}% of ${draft.topicsPerSet > 1 ? 'sets' : 'topics'} new`,
    ],
    [draft.quota !== null, `${counted(draft.quota ?? 0, 'pair')} a person`],
    [draft.asksConfidence, 'may say how sure'],
    [draft.asksNote, 'may leave a note'],
    [draft.nOverlap > 0, `${counted(draft.nOverlap, 'pair')} judged by everyone`],
    [nGold > 0, counted(nGold, 'gold pair')],
    [draft.repeatEvery !== null, `one in ${formatCount(draft.repeatEvery ?? 0)} again`],
    [
      draft.extraJudgments > 0,
      `up to ${counted(draft.extraJudgments, 'further judgment')} where grades disagree`,
    ],
    [draft.rotates, 'half of the passages from their middle on'],
  ];
  return phrases.filter(([isSo]) => isSo).map(([, phrase]) => phrase);
}

/** How topics are drawn. */
export function describeSample({ n, seed, strata = '', labels = '' }: Sample): string {
  const how = strata === '' ? `${n ?? 0} drawn at random` : `drawn by ${strata} of ${labels}`;
  return `topics ${how}, seed ${seed}`;
}
