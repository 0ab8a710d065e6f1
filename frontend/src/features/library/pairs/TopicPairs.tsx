import { useState } from 'react';
import type { FlippedPair, PairedTopic } from '@/api/types';
import { useFlippedPairs } from '@/features/library/api/pairs';
import { CardTable } from '@/shared/ui/CardTable';
import type { Columns } from '@/shared/ui/CardTable';
import { formatProbability } from '@/features/library/pairs/probability';
import { counted } from '@/shared/format';
import { Pager } from '@/shared/ui/Pager';
import { TextField } from '@/shared/ui/fields/TextField';
import { Link } from '@/shared/routing/Link';
import { addressOf } from '@/shared/routing/address';
import { useSettled } from '@/shared/useSettled';
import { Loaded } from '@/shared/ui/Loaded';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/pairs/pairs.module.css';

const PAGE = 50;

const columnsOf = (run: string, topic: string): Columns<FlippedPair> => [
  {
    head: 'pair',
    isWords: true,
    cell: ({ first, second }) => (
      <Link to={`/library/pairs?${addressOf({ run, topic, first, second })}`}>
        {first} and {second}
      </Link>
    ),
  },
  { head: 'first wins in front', cell: ({ p_first: p }) => formatProbability(p) },
  { head: 'second wins in front', cell: ({ p_second: p }) => formatProbability(p) },
  { head: 'gap', cell: ({ gap }) => formatProbability(gap) },
];

type Props = Readonly<{ run: string; topic: PairedTopic }>;

/** The pairs of a topic that flip, the worst first. */
export function TopicPairs({ run, topic }: Props) {
  const [docId, setDocId] = useState('');
  const [page, setPage] = useState(1);
  const settled = useSettled(docId.trim());
  const query = useFlippedPairs({
    run,
    query_id: topic.query_id,
    doc_id: settled,
    after: (page - 1) * PAGE,
  });
  return (
    <div className={styles.form}>
      <TextField
        label="Pairs of one passage"
        hint="Its doc_id; empty shows all."
        value={docId}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(entered) => {
          setDocId(entered);
          setPage(1);
        }}
      />
      <Loaded query={query} waiting="Reading the pairs">
        {(data) => (
          <>
            <p className={text.soft}>
              {counted(data.n_flips, 'pair flips', 'pairs flip')}, the greatest gap first.
            </p>
            {data.pairs.length > 0 && (
              <CardTable
                label="Pairs that flip"
                columns={columnsOf(run, topic.query_id)}
                rows={data.pairs}
                keyOf={({ first, second }) => `${first} ${second}`}
              />
            )}
            <Pager
              page={page}
              nPages={Math.ceil(data.n_flips / PAGE)}
              of="pairs"
              onChange={setPage}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}
