import { useActiveChoices } from '@/features/campaign/api/setup';
import { mostPairs, strategyOf } from '@/features/campaign/setup/draft/active';
import type { From } from '@/features/campaign/setup/draft/active';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { counted, formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';

type WordsProps = Readonly<{
  draft: Draft;
  /** Null without runs. */
  depth: number | null;
}>;

/** How the pairs of a pool that learns are chosen, in a line or two. */
export function ActiveWords({ draft: { active, runs }, depth }: WordsProps) {
  const { data: choices } = useActiveChoices();
  if (choices === undefined) return null;
  const { limit, control, target, vectorsOf } = active;
  const rule = choices.rules.find(({ key }) => key === active.rule);
  const more = [
    runs.length === 0 || depth === null ? 'from the whole collection' : `depth ${depth}`,
    ...(vectorsOf === '' ? [] : [`learning from vectors of ${vectorsOf}`]),
    limit === null ? 'no limit' : `at most ${counted(limit, 'pair')} a topic`,
    ...(control === 0 ? [] : [`a control sample of ${formatCount(control)} in each topic`]),
    ...(rule === undefined
      ? []
      : [`topics end by the rule ${rule.name}`, `recall to reach ${Math.round(100 * target)}%`]),
  ];
  return (
    <>
      Step by step: {strategyOf(choices, active.strategy)?.name}
      <small>{more.join(', ')}</small>
    </>
  );
}

type WorkProps = Readonly<{ draft: Draft; from: From }>;

/** What is known of the work while pairs are chosen step by step. */
export function ActiveWork({ draft, from }: WorkProps) {
  const most = mostPairs(draft, from);
  return (
    <p className={text.soft}>
      Pairs are chosen as judgments come in, so their number is not known beforehand
      {most !== null && <>: at most {counted(most * draft.perPair, 'judgment')}</>}.
    </p>
  );
}
