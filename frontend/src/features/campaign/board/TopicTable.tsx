import type { BoardDetails, BoardTopic } from '@/api/types';
import { FoldedSection } from '@/features/campaign/kit/FoldedSection';
import { formatWithShare, formatReasons } from '@/features/campaign/board/formatChecks';
import { useSteadyOrder } from '@/features/campaign/board/useSteadyOrder';
import { counted, formatCount } from '@/shared/format/numbers';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { useShortList } from '@/shared/ui/tables/useShortList';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';
import styles from '@/features/campaign/board/board.module.css';

const SHOWN_AT_FIRST = 10;

type Blanks = NonNullable<BoardDetails['topics']>[number];

const nPairs = ({ n_pairs: n, n_overlap_pairs: nShared }: BoardTopic): number => n + nShared;

/** "12 + 2 for everyone + 1 pilot": a pilot's pairs are everybody's too, and are counted apart. */
export function formatPairs({
  n_pairs: n,
  n_overlap_pairs: nShared,
  n_pilot_pairs: nPilot,
}: BoardTopic): string {
  const parts = [
    formatCount(n),
    ...(nShared > nPilot ? [`${formatCount(nShared - nPilot)} for everyone`] : []),
    ...(nPilot > 0 ? [`${formatCount(nPilot)} pilot`] : []),
  ];
  return parts.join(' + ');
}

type BlankProps = Readonly<{ topic: BoardTopic; blanks: Blanks | undefined }>;

const NOT_JUDGED = 'pairs somebody could not judge';

function CouldNotBeJudged({ topic, blanks }: BlankProps) {
  if (blanks === undefined) return <td data-label={NOT_JUDGED}>0</td>;
  return (
    <td data-label={NOT_JUDGED}>
      {formatWithShare(blanks.n_pairs_not_judged, nPairs(topic))}
      <small>{formatReasons(blanks.blanks)}</small>
    </td>
  );
}

type RowProps = Readonly<{
  topic: BoardTopic;
  blanks: Blanks | undefined;
  showsNotJudged: boolean;
}>;

function TopicRow({ topic, blanks, showsNotJudged }: RowProps) {
  const judged = `${formatCount(topic.n_votes)} of ${formatCount(topic.n_wanted)}`;
  return (
    <tr>
      <th scope="row" className={table.words}>
        <span className={text.soft}>{topic.query_id}</span> {topic.query}
      </th>
      <td className={styles.meter}>
        <Bar value={topic.n_votes} max={topic.n_wanted} label={judged} />
      </td>
      <td className={table.nowrap} data-label="judgments">
        {judged}
      </td>
      <td className={table.nowrap} data-label="pairs">
        {formatPairs(topic)}
      </td>
      {showsNotJudged && <CouldNotBeJudged topic={topic} blanks={blanks} />}
    </tr>
  );
}

type Props = Readonly<{
  topics: readonly BoardTopic[];
  details: BoardDetails;
  /** More pairs of them are chosen. */
  isChoosing?: boolean;
}>;

/** The topics with the most left to do come first. */
export function TopicTable({ topics, details, isChoosing = false }: Props) {
  const sorted = topics.toSorted((a, b) => b.n_left - a.n_left);
  const steady = useSteadyOrder(sorted, ({ query_id: id }) => id);
  const [visible, more] = useShortList(steady, SHOWN_AT_FIRST, 'topic');
  const blanks = new Map(details.topics?.map((topic) => [topic.query_id, topic]));
  const showsNotJudged = details.topics !== null;
  return (
    <FoldedSection id="topics" title="Topics">
      <p className={text.soft}>
        {counted(topics.length, 'topic')}; those with the most left to do came first when this page
        was opened.
        {isChoosing && ' Judgments are of the pairs chosen so far; more are chosen as they come.'}
      </p>
      <Scroller label="Topics">
        <table className={cx(table.cards, kit.rows)}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                topic
              </th>
              <th scope="col" colSpan={2}>
                judgments
              </th>
              <th scope="col">pairs</th>
              {showsNotJudged && <th scope="col">{NOT_JUDGED}</th>}
            </tr>
          </thead>
          <tbody>
            {visible.map((topic) => (
              <TopicRow
                key={topic.query_id}
                topic={topic}
                blanks={blanks.get(topic.query_id)}
                showsNotJudged={showsNotJudged}
              />
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </FoldedSection>
  );
}
