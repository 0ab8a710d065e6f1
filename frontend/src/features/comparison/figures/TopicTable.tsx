import type { TopicDifference } from '@/api/types';
import { formatDifference, formatScore } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';

/** A table of thousands of topics helps nobody and slows the page: the ends are what is looked for. */
const END = 100;

type Props = Readonly<{
  topics: readonly TopicDifference[];
  against: string;
  run: string;
  isRank: boolean;
}>;

export function TopicTable({ topics, against, run, isRank }: Props) {
  const isLong = topics.length > 2 * END;
  const rows = isLong ? [...topics.slice(0, END), ...topics.slice(-END)] : topics;
  return (
    <Scroller label="Differences by topic">
      {isLong && (
        <p className={text.soft}>
          The {END} most improved and the {END} most worsened of {topics.length}; the CSV has the
          means of all.
        </p>
      )}
      <table className={table.grid}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              topic
            </th>
            <th scope="col">{against}</th>
            <th scope="col">{run}</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((topic) => (
            <tr key={topic.query_id}>
              <th scope="row" className={table.words}>
                <span className={text.soft}>{topic.query_id}</span> {topic.query}
              </th>
              <td>{formatScore(topic.baseline, isRank)}</td>
              <td>{formatScore(topic.run, isRank)}</td>
              <td>{formatDifference(topic.difference, isRank)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
