import type { BoardTopic } from '@/api/types';
import { counted, formatCount } from '@/shared/format';
import { Bar } from '@/shared/ui/Bar';
import { Scroller } from '@/shared/ui/Scroller';
import { useShortList } from '@/shared/ui/useShortList';

const SHOWN_AT_FIRST = 10;

function TopicRow({ topic }: Readonly<{ topic: BoardTopic }>) {
  const words = `${formatCount(topic.n_votes)} of ${formatCount(topic.n_wanted)}`;
  return (
    <tr>
      <th scope="row" className="words">
        <span className="soft">{topic.query_id}</span> {topic.query}
      </th>
      <td className="meter">
        <Bar value={topic.n_votes} max={topic.n_wanted} label={words} />
      </td>
      <td className="nowrap">{words}</td>
      <td className="nowrap">
        {formatCount(topic.n_pairs)}
        {topic.n_overlap_pairs > 0 && ` + ${formatCount(topic.n_overlap_pairs)} overlap`}
      </td>
    </tr>
  );
}

type Props = Readonly<{ topics: readonly BoardTopic[] }>;

/** The topics with the most left to do come first. */
export function TopicTable({ topics }: Props) {
  const left = ({ n_wanted, n_votes }: BoardTopic): number => n_wanted - n_votes;
  const sorted = topics.toSorted((a, b) => left(b) - left(a));
  const [visible, more] = useShortList(sorted, SHOWN_AT_FIRST, 'topic');
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      <p className="soft">
        {counted(topics.length, 'topic')}, those with the most left to do first.
      </p>
      <Scroller label="Topics">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col" className="words">
                topic
              </th>
              <th scope="col" colSpan={2}>
                judgments
              </th>
              <th scope="col">pairs</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((topic) => (
              <TopicRow key={topic.query_id} topic={topic} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </section>
  );
}
