import type { TopicLook, TopicPassage } from '@/api/types';
import { Grades, spansOf } from '@/features/topic/page/Grades';
import { PassageText } from '@/shared/ui/passage/PassageText';
import { formatCount } from '@/shared/format/numbers';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

/** What some label set calls relevant, and its rank in each run: those with the best ranks first. */
export function RelevantTable({ look, query }: Readonly<{ look: TopicLook; query: string }>) {
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
      <TableView
        table={{
          name: 'Relevant passages',
          columns: [
            words<TopicPassage>(
              'passage',
              ({ doc_id: id }) => id,
              (passage) => (
                <div className={styles.relevantText}>
                  <PassageText passage={passage} spans={spansOf(passage)} query={query} />
                  <Grades labels={labels} passage={passage} />
                </div>
              ),
            ),
            ...rankings.map(({ run }, place) =>
              numbers<TopicPassage>(
                `rank in ${run}`,
                ({ ranks }) => ranks[place] ?? null,
                (rank) => (rank === null ? '–' : formatCount(rank)),
              ),
            ),
          ],
          rows: relevant,
        }}
      />
    </>
  );
}
