import type { FoundTopic, TopicsSought } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { counted, formatCount } from '@/shared/format/numbers';
import { topicSetPath, topicPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { chosenOf, pageOf, useAddress, toPage } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { Paged } from '@/shared/ui/tables/Paged';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/library/collections/collections.module.css';

type Sort = NonNullable<TopicsSought['sort']>;

const ORDERS = [
  { value: 'order', label: 'as in the file' },
  { value: 'query', label: 'by query' },
  { value: 'n_relevant', label: 'most relevant passages first' },
  { value: 'n_judged', label: 'most labels first' },
] as const satisfies readonly Readonly<{ value: Sort; label: string }>[];

/** Orders by labels are for those who named some. */
const ordersUnder = (labels: string) => (labels === '' ? ORDERS.slice(0, 2) : ORDERS);

const columnsFor = (topicSet: string, labels: string): Columns<FoundTopic> => [
  wordsColumn('topic', ({ query_id: id }) => (
    <Link to={topicPath(topicSet, id, labels === '' ? {} : { labels: [labels] })}>{id}</Link>
  )),
  wordsColumn('query', ({ query }) => <span dir="auto">{query}</span>),
  wordsColumn('asks for', ({ answer_type: type }) => type),
  { head: 'runs', cell: ({ n_runs: n }) => formatCount(n) },
  ...(labels === ''
    ? []
    : [
        { head: 'labelled', cell: ({ n_judged: n }: FoundTopic) => formatCount(n ?? 0) },
        { head: 'relevant', cell: ({ n_relevant: n }: FoundTopic) => formatCount(n ?? 0) },
      ]),
];

type Sought = Readonly<{ search: string; labels: string; sort: Sort }>;

type FieldsProps = Readonly<{
  labelSets: readonly string[];
  sought: Sought;
  change: ChangeAddress;
}>;

/** How topics are searched, counted and ordered; whatever is changed, the first page is shown. */
function Fields({ labelSets, sought, change }: FieldsProps) {
  return (
    <Form className={styles.search} role="search">
      <SearchField
        label="Words of the query, or a topic’s id"
        value={sought.search}
        onSearch={(words) => change({ search: words.trim(), page: '' })}
      />
      {labelSets.length > 0 && (
        <SelectField
          label="Counted under"
          width="full"
          options={labelSets}
          value={sought.labels}
          onChange={(labels) => change({ labels, page: '' })}
        />
      )}
      <SelectField
        label="Order"
        width="full"
        options={ordersUnder(sought.labels)}
        value={sought.sort}
        onChange={(sort) => change({ sort, page: '' })}
      />
    </Form>
  );
}

/** What the address asks for; topics are counted under the first label set where it names none. */
function soughtIn(params: URLSearchParams, labelSets: readonly string[]): Sought {
  const labels = chosenOf(params, 'labels', labelSets);
  const asked = ordersUnder(labels).find(({ value }) => value === params.get('sort'));
  return { search: params.get('search') ?? '', labels, sort: (asked ?? ORDERS[0]).value };
}

const queryOf = ({ search, labels, sort }: Sought) => ({
  sort,
  ...(search !== '' && { search }),
  ...(labels !== '' && { labels }),
});

type Props = Readonly<{ topicSet: string; labelSets: readonly string[] }>;

/** The topics of a set: searched, ordered, counted under a label set. */
export function TopicList({ topicSet, labelSets }: Props) {
  const [params, change] = useAddress(topicSetPath(topicSet));
  const sought = soughtIn(params, labelSets);
  const query = { name: topicSet, page: pageOf(params), ...queryOf(sought) };
  const topics = useSteadyRead('/api/topic-sets/topics', query, {
    retry: false,
  });
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">Topics</h2>
      <Fields labelSets={labelSets} sought={sought} change={change} />
      <Paged
        query={topics}
        of="topics"
        trouble="The topics cannot be listed"
        waiting="Listing the topics"
        found={({ n }) => (n === 0 ? 'No topic found.' : `${counted(n, 'topic')}.`)}
        onPage={toPage(change)}
      >
        {({ rows }) => (
          <CardTable
            label="Topics"
            columns={columnsFor(topicSet, sought.labels)}
            rows={rows}
            keyOf={({ query_id: id }) => id}
          />
        )}
      </Paged>
    </section>
  );
}
