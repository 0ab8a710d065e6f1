import { useMemo } from 'react';
import { useShortList } from '@/shared/ui/tables/useShortList';
import { collectionPath, labelsPath, topicSetPath, topicPath } from '@/shared/routing/paths';
import { useLabels } from '@/api/labels';
import type { LabelSet, LabelStatistics, PositionShare } from '@/api/types';
import { useRead } from '@/api/read';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Names } from '@/features/library/frame/Names';
import { ArchivingSection } from '@/features/library/archiving/ArchivingSection';
import { Head } from '@/features/library/frame/Head';
import { Onward } from '@/features/library/labels/Onward';
import { Citation } from '@/features/library/labels/Citation';
import { describeOrigin } from '@/features/library/labels/describeOrigin';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Defined } from '@/shared/ui/Defined';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import type { Group } from '@/shared/ui/figure/groups';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Fact } from '@/shared/ui/Fact';
import { Tag } from '@/shared/ui/Tag';
import { Loaded } from '@/shared/ui/requests/Loaded';
import text from '@/shared/styles/text.module.css';
import factList from '@/shared/styles/facts.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

const SHARE = ['share'];

/** Positions beyond it are counted together. */
const LAST = 20;

function nameOf({ first, last }: PositionShare): string {
  if (last === null) return `${first} and more`;
  return first === last ? `${first}` : `${first}–${last}`;
}

const asGroup = (row: PositionShare): Group => ({
  name: nameOf(row),
  values: [row.share],
  interval: [row.low, row.high],
  found: {
    labelled: formatCount(row.n_judged),
    relevant: formatCount(row.n_relevant),
    interval: `${formatShare(row.low)} to ${formatShare(row.high)}`,
  },
});

/** The share that is relevant by the passage's position in its document, where positions are known. */
function Positions({ name }: Readonly<{ name: string }>) {
  const asked = { name, up_to: LAST };
  const { data } = useRead('/api/labels/positions', asked, { staleTime: Infinity });
  const groups = useMemo(() => (data?.rows ?? []).map(asGroup), [data]);
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>Where in their documents relevant passages stand</h2>
      <p className={text.soft}>
        <Defined at="labels#relevance-by-position">How positions are counted</Defined>
      </p>
      <GroupFigure
        title={`Share of relevant passages of ${name} by position`}
        caption="With Wilson’s interval at 95%. Positions count from 1."
        fileName={`positions-in-${name}`}
        axes={{ up: 'share that is relevant', across: 'position in the document' }}
        kinds={SHARE}
        groups={groups}
        leastStep={0.01}
        format={formatShare}
      />
    </section>
  );
}

/** So many topics are listed at first. */
const FIRST = 10;

type Topic = LabelStatistics['topics'][number];

const columnsFor = (topicSet: string, labels: string): Columns<Topic> => [
  wordsColumn('topic', ({ query_id: id }) => (
    <Link to={topicPath(topicSet, id, { labels: [labels] })}>{id}</Link>
  )),
  wordsColumn('query', ({ query }) => <span dir="auto">{query}</span>),
  { head: 'labelled', cell: ({ n_judged: n }) => formatCount(n) },
  { head: 'relevant', cell: ({ n_relevant: n }) => formatCount(n) },
];

/** Beyond so many relevant passages topics are counted together. */
const MANY = 20;

function byNumber(nTopics: readonly number[]): readonly Group[] {
  const groups = nTopics
    .slice(0, MANY)
    .map((n, relevant) => ({ name: `${relevant}`, values: [n] }));
  const beyond = nTopics.slice(MANY).reduce((sum, n) => sum + n, 0);
  return beyond === 0 ? groups : [...groups, { name: `${MANY} or more`, values: [beyond] }];
}

const byLabel = ({ n_by_value: counts, min_relevance: least }: LabelStatistics): readonly Group[] =>
  counts.map(({ value, n }) => ({
    name: value >= least ? `${value}, relevant` : `${value}`,
    values: [n],
  }));

const PAIRS = ['pairs'];
const TOPICS = ['topics'];

/** Where the rules are explained by which labels come about. */
const RULES_OF: Readonly<Partial<Record<LabelSet['source'], string>>> = {
  derived: 'labels#aggregates',
  combined: 'labels#label-sets-combined',
};

function Facts({ labels }: Readonly<{ labels: LabelSet }>) {
  const origin = describeOrigin(labels);
  return (
    <dl className={factList.facts}>
      <Fact name={<Defined at={RULES_OF[labels.source]}>origin</Defined>}>
        {origin.text}
        {origin.of.length > 0 && <Names names={origin.of} pathOf={labelsPath} />}
      </Fact>
      <Fact name="labels">
        {labels.scale.join(', ')};{' '}
        <Defined at="labels#from-which-label-on-a-passage-is-relevant">
          relevant from {labels.min_relevance} up
        </Defined>
        {labels.is_whole && '; unlisted passages are not relevant'}
      </Fact>
      <Fact name="over">
        <Link to={topicSetPath(labels.topic_set)}>{labels.topic_set}</Link> and{' '}
        <Link to={collectionPath(labels.collection)}>{labels.collection}</Link>
      </Fact>
      <Fact name="made">{formatDay(labels.created_at)}</Fact>
    </dl>
  );
}

function Counts({ found }: Readonly<{ found: LabelStatistics }>) {
  const { name, topics } = found;
  const labels = useMemo(() => byLabel(found), [found]);
  const relevant = useMemo(() => byNumber(found.n_topics_by_relevant), [found]);
  const richest = useMemo(() => topics.toSorted((a, b) => b.n_relevant - a.n_relevant), [topics]);
  const [visible, more] = useShortList(richest, FIRST, 'topic');
  return (
    <>
      <div className={styles.beside}>
        <section>
          <h2>Pairs by label</h2>
          <GroupFigure
            title={`Pairs of ${name} by label`}
            caption={`Pairs with each label; relevant from ${found.min_relevance} up.`}
            fileName={`labels-of-${name}`}
            axes={{ up: 'pairs', across: 'label' }}
            kinds={PAIRS}
            groups={labels}
            leastStep={1}
            keepsNames
            format={formatCount}
          />
        </section>
        <section>
          <h2>Topics by number of relevant passages</h2>
          <GroupFigure
            title={`Topics of ${name} by number of relevant passages`}
            caption="Each bar counts topics with as many relevant passages."
            fileName={`relevant-in-${name}`}
            axes={{ up: 'topics', across: 'relevant passages of the topic' }}
            kinds={TOPICS}
            groups={relevant}
            leastStep={1}
            format={formatCount}
          />
        </section>
        <Positions name={name} />
      </div>
      <h2>Topics</h2>
      <p className={text.soft}>Topics with the most relevant passages come first.</p>
      <CardTable
        label="Topics"
        columns={columnsFor(found.topic_set, name)}
        rows={visible}
        keyOf={({ query_id: id }) => id}
      />
      {more}
    </>
  );
}

function Found({ labels }: Readonly<{ labels: LabelSet }>) {
  const query = useRead(
    '/api/labels/statistics',
    { labels: labels.name },
    { staleTime: Infinity }, // they never change
  );
  return (
    <div className={styles.page}>
      <Head title={labels.name} shelf="labels">
        <p className={text.soft}>
          {counted(labels.n_pairs, 'label')} of {counted(labels.n_topics, 'topic')}
          {labels.n_gold !== null &&
            labels.n_gold > 0 &&
            `, ${formatCount(labels.n_gold)} of them by the known grade`}
          {labels.is_simulated && (
            <>
              {' '}
              <Tag tone="simulated">simulated</Tag>
            </>
          )}
        </p>
        {labels.sample !== '' && <p className={text.soft}>{labels.sample}</p>}
      </Head>
      <Facts labels={labels} />
      <Onward labels={labels} question={query.data?.question ?? null} />
      <Citation labels={labels.name} />
      <Loaded
        query={query}
        trouble="The labels cannot be counted now"
        waiting="Counting the labels"
        isTall
      >
        {(data) => <Counts found={data} />}
      </Loaded>
      <ArchivingSection kind="labels" name={labels.name} />
    </div>
  );
}

/** One label set: where it came from and what it holds. */
export default function LabelSetPage() {
  const { name = '' } = useParams();
  return (
    <Loaded
      query={useLabels(name)}
      trouble="Labels cannot be shown now"
      waiting="Opening the labels"
    >
      {(all) => {
        const labels = all.find((one) => one.name === name);
        if (labels !== undefined) return <Found labels={labels} />;
        return (
          <Head title="No such label set" shelf="labels">
            <p>There is no label set named {name}, or you do not have access to it.</p>
          </Head>
        );
      }}
    </Loaded>
  );
}
