import type { PassageRankings, PassageTopic } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { LabelList } from '@/features/topic/passage/LabelList';
import { counted } from '@/shared/format/numbers';
import { runPath, topicPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Paged } from '@/shared/ui/tables/Paged';
import { toPage } from '@/shared/routing/useAddress';

const MOST_LOOKED_AT = 4;

const COLUMNS: Columns<PassageTopic> = [
  wordsColumn('topic', ({ topic_set: topicSet, query_id: id, query, runs }) => (
    <>
      <Link
        to={topicPath(topicSet, id, {
          runs: runs.slice(0, MOST_LOOKED_AT).map(({ run }) => run),
        })}
      >
        {query}
      </Link>
      <small>
        {id} of {topicSet}
      </small>
    </>
  )),
  wordsColumn('rank in each run', ({ runs }) =>
    runs.map(({ run, rank }, place) => (
      <span key={run}>
        {place > 0 && ', '}
        <b>{rank}</b> in <Link to={runPath(run)}>{run}</Link>
      </span>
    )),
  ),
  wordsColumn('labels', ({ labels }) => <LabelList labels={labels} />),
];

function found({ n: topics, n_runs: runs, depth }: PassageRankings): string {
  if (topics === 0) return `No run has it among its first ${depth}.`;
  return `Among the first ${depth} of ${counted(runs, 'run')}, for ${counted(topics, 'topic')}; the best ranks first.`;
}

type Props = Readonly<{
  collection: string;
  docId: string;
  topicSet: string;
  page: number;
  change: ChangeAddress;
}>;

/** Who ranked the passage where. */
export function Rankings({ collection, docId, topicSet, page, change }: Props) {
  const query = useSteadyRead(
    '/api/passage/rankings',
    { collection, doc_id: docId, page, ...(topicSet !== '' && { topic_set: topicSet }) },
    { retry: false },
  );
  const sets = (query.data?.topic_sets ?? []).map(({ name, n_topics: n }) => ({
    value: name,
    label: `${name} (${n})`,
  }));
  return (
    <section aria-labelledby="ranked">
      <h2 id="ranked">Ranks by run</h2>
      {sets.length > 1 && (
        <SelectField
          label="Topics of"
          options={[{ value: '', label: 'all topic sets' }, ...sets]}
          value={topicSet}
          onChange={(name) => change({ topics: name, page: '' })}
        />
      )}
      <Paged
        query={query}
        of="topics"
        trouble="The rankings cannot be searched"
        waiting="Looking through the runs"
        found={found}
        onPage={toPage(change)}
      >
        {({ n, rows }) =>
          n > 0 && (
            <CardTable
              label="Ranks by run"
              columns={COLUMNS}
              rows={rows}
              keyOf={(topic) => `${topic.topic_set} ${topic.query_id}`}
            />
          )
        }
      </Paged>
    </section>
  );
}
