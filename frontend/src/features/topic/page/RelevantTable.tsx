import { useState } from 'react';
import type { TopicLook, TopicPassage } from '@/api/types';
import { GradedPassage } from '@/features/topic/page/Grades';
import { formatCount } from '@/shared/format/numbers';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/page/topic.module.css';

type Props = Readonly<{ look: TopicLook; query: string; isWhole: boolean }>;

/** What some label set calls relevant, and its rank in each run: those with the best ranks first. */
export function RelevantTable({ look, query, isWhole }: Props) {
  const { relevant, rankings, labels, n_relevant: n } = look;
  const [isOpen, setOpen] = useState(false);
  if (labels.length === 0) return null;
  if (n === 0) return <p>No passage is relevant under these label sets.</p>;
  const columns = [
    words<TopicPassage>(
      'passage',
      ({ doc_id: id }) => id,
      (passage) => (
        <div className={styles.relevantText}>
          <GradedPassage {...{ labels, passage, query, isWhole }} />
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
  ];
  return (
    <details className={parts.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Relevant passages ({formatCount(n)})</summary>
      {n > relevant.length && (
        <p className={text.soft}>
          {relevant.length} of {formatCount(n)}.
        </p>
      )}
      {isOpen && <TableView table={{ name: 'Relevant passages', columns, rows: relevant }} />}
    </details>
  );
}
