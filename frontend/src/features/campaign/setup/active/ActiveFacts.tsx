import { formatHours, secondsOf } from '@/features/campaign/setup/draft/cost';
import { mostPairs } from '@/features/campaign/setup/draft/active';
import type { From } from '@/features/campaign/setup/draft/active';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { PoolPreview } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { Fact } from '@/shared/ui/Fact';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{
  draft: Draft;
  from: From;
  /** Of a judgment; null where nothing is known of the passages. */
  time: PoolPreview['time'] | null;
}>;

/** How many pairs there may be: which ones, and how many, follows from the judgments. */
export function ActiveFacts({ draft, from, time }: Props) {
  const most = mostPairs(draft, from);
  const { active, perPair } = draft;
  if (most === null)
    return (
      <p className={text.soft} data-testid="most-pairs">
        How many pairs are judged is not known beforehand: without a limit, all that can be chosen.
      </p>
    );
  const hours = time && (most * perPair * secondsOf(draft.seconds, time)) / 3600;
  return (
    <>
      <dl className={parts.facts}>
        <Fact name="Pairs to judge, at most">
          <span data-testid="most-pairs">{formatCount(most)}</span>
        </Fact>
        <Fact name="Judgments, at most">{formatCount(most * perPair)}</Fact>
        {hours !== null && <Fact name="Total time, at most">about {formatHours(hours)}</Fact>}
      </dl>
      <p className={text.soft}>
        {active.limit !== null &&
          from.nTopics !== null &&
          `At most ${formatCount(active.limit)} a topic in ${counted(from.nTopics, 'topic')}. `}
        How many it will be is not known beforehand: fewer where topics end early.
      </p>
    </>
  );
}
