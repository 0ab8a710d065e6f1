import { useId, useState } from 'react';
import type { PairedTopic, PairBothWays, PairedPassage, FlippedPair } from '@/api/types';
import { formatCount, counted } from '@/shared/format/numbers';
import { useNavigate, useSearchParams } from '@/shared/routing/location';
import { addressOf } from '@/shared/routing/address';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { useRead, useSteadyRead } from '@/api/read';
import type { Query } from '@/api/calls';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Paged } from '@/shared/ui/tables/Paged';
import { TextField } from '@/shared/ui/fields/TextField';
import { Link } from '@/shared/routing/Link';
import { useSettled } from '@/shared/browser/useTyped';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/pairs/pairs.module.css';

const LEAST = 0.001;

/** Three digits; the least ones, of which a model has many, as 1.7e-6. */
function formatProbability(p: number): string {
  return p > 0 && p < LEAST ? p.toExponential(1) : p.toFixed(3);
}

const rankIn = (run: string, rank: number | null): string =>
  rank === null ? `not in ${run}` : `rank ${rank} in ${run}`;

type SideProps = Readonly<{
  pair: PairBothWays;
  passage: PairedPassage;
  other: string;
  p: number;
}>;

function Side({ pair, passage, other, p }: SideProps) {
  const id = useId();
  const ranks = [rankIn(pair.run, passage.rank)];
  if (pair.parent !== null) ranks.push(rankIn(pair.parent, passage.rank_in_parent));
  return (
    <article aria-labelledby={id} className={styles.side}>
      <h4 id={id} className={text.whole}>
        {passage.doc_id}
      </h4>
      <p className={text.softNumber}>{ranks.join(', ')}</p>
      <p className={text.number}>
        In front of {other}, it wins with probability <b>{formatProbability(p)}</b>.
      </p>
      {passage.title !== '' && (
        <p dir="auto" className={styles.title}>
          {passage.title}
        </p>
      )}
      <p dir="auto" className={styles.passage}>
        {passage.text ?? 'The collection has no text of it.'}
      </p>
    </article>
  );
}

function verdict({ flips, p_first: first, first: one, second: other }: PairBothWays): string {
  if (!flips) return 'This pair does not flip: the same passage wins in both orders, or neither.';
  const which = first > 0.5 ? 'in front' : 'behind';
  return `This pair flips: of ${one.doc_id} and ${other.doc_id}, the one that stands ${which} wins.`;
}

/** Two passages side by side, and which of them wins in each order. */
function BothWays(asked: Query<'/api/runs/pairs/one'>) {
  return (
    <Loaded
      query={useRead('/api/runs/pairs/one', asked, { retry: false })}
      waiting="Reading the pair"
    >
      {(pair) => (
        <section aria-labelledby="both-ways">
          <h3 id="both-ways">One pair both ways</h3>
          <p>{verdict(pair)}</p>
          <p className={text.soft}>
            Query: <span dir="auto">{pair.query}</span>
          </p>
          <div className={styles.sides}>
            <Side pair={pair} passage={pair.first} other={pair.second.doc_id} p={pair.p_first} />
            <Side pair={pair} passage={pair.second} other={pair.first.doc_id} p={pair.p_second} />
          </div>
        </section>
      )}
    </Loaded>
  );
}

const columnsOf = (run: string, topic: string): Columns<FlippedPair> => [
  wordsColumn('pair', ({ first, second }) => (
    <Link to={`/library/pairs?${addressOf({ run, topic, first, second })}`}>
      {first} and {second}
    </Link>
  )),
  { head: 'first wins in front', cell: ({ p_first: p }) => formatProbability(p) },
  { head: 'second wins in front', cell: ({ p_second: p }) => formatProbability(p) },
  { head: 'gap', cell: ({ gap }) => formatProbability(gap) },
];

type TopicPairsProps = Readonly<{ run: string; topic: PairedTopic }>;

/** The pairs of a topic that flip, the worst first. */
function TopicPairs({ run, topic }: TopicPairsProps) {
  const [docId, setDocId] = useState('');
  const [page, setPage] = useState(1);
  const settled = useSettled(docId.trim());
  const query = useSteadyRead(
    '/api/runs/pairs',
    { run, query_id: topic.query_id, doc_id: settled, page },
    { retry: false },
  );
  return (
    <div className={styles.form}>
      <TextField
        label="Pairs of one passage"
        hint="Its doc_id; empty shows all."
        value={docId}
        isVerbatim
        onChange={(entered) => {
          setDocId(entered);
          setPage(1);
        }}
      />
      <Paged
        query={query}
        of="pairs"
        waiting="Reading the pairs"
        found={({ n }) => `${counted(n, 'pair flips', 'pairs flip')}, the greatest gap first.`}
        onPage={setPage}
      >
        {({ rows }) =>
          rows.length > 0 && (
            <CardTable
              label="Pairs that flip"
              columns={columnsOf(run, topic.query_id)}
              rows={rows}
              keyOf={({ first, second }) => `${first} ${second}`}
            />
          )
        }
      </Paged>
    </div>
  );
}

const labelOf = ({ query_id: id, query, n_flips: n, n_pairs: all }: PairedTopic): string =>
  `${id}: ${query} (${formatCount(n)} of ${formatCount(all)} flip)`;

const worst = (topics: readonly PairedTopic[]): PairedTopic | undefined =>
  topics.toSorted((one, other) => (other.flip_rate ?? 0) - (one.flip_rate ?? 0))[0];

type Props = Readonly<{ run: string; topics: readonly PairedTopic[] }>;

/** A topic, its pairs that flip, and one of them both ways; the address says which. */
export function LookAtPairs({ run, topics }: Props) {
  const navigate = useNavigate();
  const asked = useSearchParams();
  const first = asked.get('first');
  const second = asked.get('second');
  const topic = topics.find(({ query_id: id }) => id === asked.get('topic')) ?? worst(topics);
  if (topic === undefined) return null;
  return (
    <>
      <SelectField
        label="Topic"
        width="full"
        options={topics.map((one) => ({ value: one.query_id, label: labelOf(one) }))}
        value={topic.query_id}
        onChange={(chosen) =>
          navigate(`/library/pairs?${addressOf({ run, topic: chosen })}`, { replace: true })
        }
      />
      {first !== null && second !== null && (
        <BothWays run={run} query_id={topic.query_id} first={first} second={second} />
      )}
      <TopicPairs key={topic.query_id} run={run} topic={topic} />
    </>
  );
}
