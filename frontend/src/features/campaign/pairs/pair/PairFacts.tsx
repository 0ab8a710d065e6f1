import { Link } from '@/shared/routing/Link';
import type { Grade, WholePair } from '@/api/types';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { formatRuns, formatSaid, formatSpread } from '@/features/campaign/pairs/answers/texts';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import facts from '@/shared/styles/facts.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{ campaignId: number; pair: WholePair; scale: readonly Grade[] }>;

function ExpertFact({ pair: { row, expert_says: says }, scale }: Omit<Props, 'campaignId'>) {
  const { expert_grade: grade } = row;
  if (grade === null) return null;
  return (
    <div>
      <dt>Expert’s grade</dt>
      <dd>
        <GivenGrade grade={grade} scale={scale} />{' '}
        <span aria-hidden>{formatSaid({ grade, reason_not_judged: null }, scale)}</span>
        {says !== '' && <p dir="auto">{says}</p>}
      </dd>
    </div>
  );
}

/** Where the pair is from, and how far its grades lie apart. */
export function PairFacts({ campaignId, pair, scale }: Props) {
  const { row, n_runs: nRuns, best_rank: bestRank } = pair;
  const ofQuery = `/campaigns/${campaignId}/pairs${addressOf({ query_id: row.query_id })}`;
  return (
    <dl className={cx(facts.facts, styles.facts)}>
      <ExpertFact pair={pair} scale={scale} />
      <div>
        <dt>Spread</dt>
        <dd>{formatSpread(row)}</dd>
      </div>
      <div>
        <dt>Kind</dt>
        <dd>
          {row.kind}
          {row.stratum !== '' && `, of stratum ${row.stratum}`}
        </dd>
      </div>
      <div>
        <dt>Retrieved</dt>
        <dd>{formatRuns(nRuns, bestRank)}</dd>
      </div>
      <div>
        <dt>Query</dt>
        <dd>
          <span className={text.soft}>{row.query_id}</span>{' '}
          <Link to={ofQuery}>All pairs of this query</Link>
        </dd>
      </div>
      <div>
        <dt>Passage</dt>
        <dd>{row.doc_id}</dd>
      </div>
    </dl>
  );
}
