import type { TopicLook } from '@/api/types';
import { Grades } from '@/features/topic/page/Grades';
import { spansOf } from '@/features/topic/page/spansOf';
import { PassageText } from '@/shared/ui/passage/PassageText';
import { formatCount } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{ look: TopicLook; query: string }>;

/** What some label set calls relevant, and its rank in each run: those with the best ranks first. */
export function RelevantTable({ look, query }: Props) {
  const { relevant, rankings, labels, n_relevant: n } = look;
  if (labels.length === 0) return null;
  if (n === 0) return <p>No passage is relevant under these label sets.</p>;
  return (
    <>
      {n > relevant.length && (
        <p className={text.soft}>
          {relevant.length} of {formatCount(n)}.
        </p>
      )}
      <Scroller label="Relevant passages">
        <table className={table.grid}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                passage
              </th>
              {rankings.map(({ run }) => (
                <th key={run} scope="col">
                  rank in {run}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {relevant.map((passage) => (
              <tr key={passage.doc_id}>
                <th scope="row" className={table.words}>
                  <div className={styles.relevantText}>
                    <PassageText passage={passage} spans={spansOf(passage)} query={query} />
                    <Grades labels={labels} passage={passage} />
                  </div>
                </th>
                {passage.ranks.map((rank, place) => (
                  <td key={rankings[place]?.run}>{rank === null ? '–' : formatCount(rank)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
