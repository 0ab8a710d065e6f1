import type { TopicLook, TopicRanking } from '@/api/types';
import { GradedPassage } from '@/features/topic/page/Grades';
import { passagePath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { counted, formatScore } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{
  look: TopicLook;
  place: number;
  query: string;
  /** Whether all of each text is shown, and where other runs have it. */
  isWhole: boolean;
  /** The passages that the run ranks. */
  collection: string;
}>;
type Row = TopicRanking['passages'][number];

/** What a run scores on the topic, measure by measure under each label set. */
const scoresText = ({ scores }: TopicRanking): string =>
  scores
    .filter(({ value }) => value !== null)
    .map(
      ({ labels, measure, value, lower_is_better: isRank }) =>
        `${measure} ${formatScore(value, isRank)} under ${labels}`,
    )
    .join(' · ');

const describeRank = (rank: number | null, run: string): string =>
  rank === null ? `not in ${run}` : `rank ${rank} in ${run}`;

/** Where the other runs have the passage. */
const elsewhere = (row: Row, { rankings }: TopicLook, place: number): string =>
  rankings
    .flatMap(({ run }, other) =>
      other === place ? [] : [describeRank(row.passage.ranks[other] ?? null, run)],
    )
    .join(', ');

function Passage({ row, look, place, query, isWhole, collection }: Props & Readonly<{ row: Row }>) {
  const { doc_id: id } = row.passage;
  const to = passagePath(collection, id);
  return (
    <li className={styles.passage}>
      <span className={styles.rank}>{row.rank}</span>
      <GradedPassage {...{ query, isWhole, to }} labels={look.labels} passage={row.passage}>
        <p className={styles.id}>
          <Link to={to}>{id}</Link>
        </p>
        <p className={styles.moved}>{elsewhere(row, look, place)}</p>
      </GradedPassage>
    </li>
  );
}

/** One run's first passages, each with its labels. */
export function RankingColumn(props: Props) {
  const { look, place } = props;
  const ranking = look.rankings[place];
  if (ranking === undefined) return null;
  return (
    <section aria-label={ranking.run}>
      <h2 className={styles.run}>{ranking.run}</h2>
      {ranking.query !== null && (
        <p>
          asked: <q dir="auto">{ranking.query}</q>
        </p>
      )}
      <p className={styles.scores}>{scoresText(ranking)}</p>
      {ranking.n_retrieved === 0 && <p>It ranks nothing for this topic.</p>}
      <ol role="list" className={styles.passages}>
        {ranking.passages.map((row) => (
          <Passage key={row.passage.doc_id} row={row} {...props} />
        ))}
      </ol>
      {ranking.passages.length < ranking.n_retrieved && (
        <p className={text.soft}>of {counted(ranking.n_retrieved, 'passage')}</p>
      )}
    </section>
  );
}
