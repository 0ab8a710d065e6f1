import type { TopicLook, TopicRanking } from '@/api/types';
import { Grades, spansOf } from '@/features/topic/page/Grades';
import { PassageText } from '@/shared/ui/passage/PassageText';
import { passagePath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { counted, formatScore } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{
  look: TopicLook;
  place: number;
  query: string;
  /** The passages that the run ranks. */
  collection: string;
}>;
type Row = TopicRanking['passages'][number];

/** What a run scores on the topic, measure by measure under each label set. */
function Scores({ ranking }: Readonly<{ ranking: TopicRanking }>) {
  const found = ranking.scores.filter(({ value }) => value !== null);
  if (found.length === 0) return null;
  return (
    <p className={text.soft}>
      {found
        .map(
          ({ labels, measure, value, lower_is_better: isRank }) =>
            `${measure} ${formatScore(value, isRank)} under ${labels}`,
        )
        .join(' · ')}
    </p>
  );
}

const describeRank = (rank: number | null, run: string): string =>
  rank === null ? `not in ${run}` : `rank ${rank} in ${run}`;

/** Where the other runs have the passage. */
function Moved({ row, look, place }: Readonly<{ row: Row; look: TopicLook; place: number }>) {
  const others = look.rankings.flatMap(({ run }, other) =>
    other === place ? [] : [describeRank(row.passage.ranks[other] ?? null, run)],
  );
  return others.length === 0 ? null : <p className={styles.moved}>{others.join(', ')}</p>;
}

function Passage({ row, look, place, query, collection }: Props & Readonly<{ row: Row }>) {
  return (
    <li className={styles.passage}>
      <span className={styles.rank}>{row.rank}</span>
      <div>
        <PassageText passage={row.passage} spans={spansOf(row.passage)} query={query} />
        <p className={styles.id}>
          <Link to={passagePath(collection, row.passage.doc_id)}>{row.passage.doc_id}</Link>
        </p>
        <Moved row={row} look={look} place={place} />
      </div>
      <Grades labels={look.labels} passage={row.passage} />
    </li>
  );
}

/** One run's first passages, each with its labels and its ranks elsewhere. */
export function RankingColumn({ look, place, query, collection }: Props) {
  const ranking = look.rankings[place];
  if (ranking === undefined) return null;
  return (
    <section aria-label={ranking.run}>
      <h2 className={text.whole}>{ranking.run}</h2>
      {ranking.query !== null && (
        <p>
          asked: <q dir="auto">{ranking.query}</q>
        </p>
      )}
      <Scores ranking={ranking} />
      {ranking.n_retrieved === 0 && <p>It ranks nothing for this topic.</p>}
      <ol role="list" className={styles.passages}>
        {ranking.passages.map((row) => (
          <Passage
            key={row.passage.doc_id}
            row={row}
            look={look}
            place={place}
            query={query}
            collection={collection}
          />
        ))}
      </ol>
      {ranking.passages.length < ranking.n_retrieved && (
        <p className={text.soft}>of {counted(ranking.n_retrieved, 'passage')}</p>
      )}
    </section>
  );
}
