import { Link } from '@/shared/routing/Link';
import type { Grade, WholePair } from '@/api/types';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { formatRuns, formatSaid, formatSpread } from '@/features/campaign/pairs/answers/texts';
import { cx } from '@/shared/styles/cx';
import { Fact } from '@/shared/ui/Fact';
import text from '@/shared/styles/text.module.css';
import facts from '@/shared/styles/facts.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{ campaignId: number; pair: WholePair; scale: readonly Grade[] }>;

function ExpertFact({ pair: { row, expert_says: says }, scale }: Omit<Props, 'campaignId'>) {
  const { expert_grade: grade } = row;
  if (grade === null) return null;
  return (
    <Fact name="Expert’s grade">
      <GivenGrade grade={grade} scale={scale} />{' '}
      <span aria-hidden>{formatSaid({ grade, reason_not_judged: null }, scale)}</span>
      {says !== '' && <p dir="auto">{says}</p>}
    </Fact>
  );
}

/** Where the pair is from, and how far its grades lie apart. */
export function PairFacts({ campaignId, pair, scale }: Props) {
  const { row, n_runs: nRuns, best_rank: bestRank } = pair;
  const ofQuery = `/campaigns/${campaignId}/pairs${addressOf({ query_id: row.query_id })}`;
  return (
    <dl className={cx(facts.facts, styles.facts)}>
      <ExpertFact pair={pair} scale={scale} />
      <Fact name="Spread">{formatSpread(row)}</Fact>
      <Fact name="Kind">
        {row.kind}
        {row.stratum !== '' && `, of stratum ${row.stratum}`}
      </Fact>
      <Fact name="Retrieved">{formatRuns(nRuns, bestRank)}</Fact>
      <Fact name="Query">
        <span className={text.soft}>{row.query_id}</span>{' '}
        <Link to={ofQuery}>All pairs of this query</Link>
      </Fact>
      <Fact name="Passage">{row.doc_id}</Fact>
    </dl>
  );
}
