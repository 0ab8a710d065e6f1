import { labelsPath, topicPath } from '@/shared/routing/paths';
import type { LabelComparison, LabelSet } from '@/api/types';
import { useRead } from '@/api/read';
import { ChangedPairs } from '@/features/library/labels/ChangedPairs';
import { OfAllLabels } from '@/features/library/labels/OfAllLabels';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { definitionOf } from '@/shared/definitions/definitions';
import { Defined } from '@/shared/ui/Defined';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Fact } from '@/shared/ui/Fact';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { cx } from '@/shared/styles/cx';
import { Scroller } from '@/shared/ui/tables/Scroller';
import text from '@/shared/styles/text.module.css';
import factList from '@/shared/styles/facts.module.css';
import study from '@/features/library/studies/read/study.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

const NONE = 'no label';

/** How often each label of the first came with each of the second. */
function Confusion({ found }: Readonly<{ found: LabelComparison }>) {
  const { first, second, confusion } = found;
  const names = [...first.scale.map(String), NONE];
  const heads = [...second.scale.map(String), NONE];
  return (
    <Scroller label={`Labels of ${first.name} by labels of ${second.name}`}>
      <table className={cx(table.grid, styles.narrow)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              {first.name} \ {second.name}
            </th>
            {heads.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {confusion.map((row, place) => (
            <tr key={names[place]}>
              <th scope="row" className={table.words}>
                {names[place]}
              </th>
              {row.map((n, column) => (
                <td key={heads[column]}>
                  {names[place] === NONE && heads[column] === NONE ? '' : formatCount(n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

const ADDRESS = '/library/labels/compare';

type Props = Readonly<{ found: LabelComparison }>;
type Topic = LabelComparison['topics'][number];

const KAPPA = definitionOf('coefficients', 'cohen_kappa');

function Figures({ found }: Props) {
  const { kappa, kappa_linear: linear, kappa_quadratic: quadratic } = found;
  return (
    <dl className={factList.facts}>
      <Fact name="pairs that both label">{formatCount(found.n_shared)}</Fact>
      {found.percent_agreement !== null && (
        <Fact name="the same label">
          {formatShare(found.percent_agreement)} of these;{' '}
          <Defined at={KAPPA}>Cohen’s kappa</Defined> {formatScore(kappa)}, linear{' '}
          {formatScore(linear)}, quadratic {formatScore(quadratic)}
        </Fact>
      )}
      <Fact name="both relevant or both not">
        {formatShare(found.percent_relevance)} of these; <Defined at={KAPPA}>kappa</Defined>{' '}
        {formatScore(found.kappa_relevance)}
      </Fact>
      <Fact name={<>relevant in {found.second.name} alone</>}>
        {counted(found.differences.gained ?? 0, 'pair')} of{' '}
        {counted(found.topics.filter(({ n_gained: n }) => n > 0).length, 'topic')}
      </Fact>
      <Fact name={<>relevant in {found.first.name} alone</>}>
        {counted(found.differences.lost ?? 0, 'pair')}; not relevant in {found.second.name}, or
        without a label there
      </Fact>
    </dl>
  );
}

const columnsOf = ({ first, second }: LabelComparison): Columns<Topic> => [
  wordsColumn('topic', ({ query_id: id }) => (
    <Link to={topicPath(first.topic_set, id, { labels: [first.name, second.name] })}>{id}</Link>
  )),
  wordsColumn('query', ({ query }) => <span dir="auto">{query}</span>),
  { head: `relevant in ${first.name}`, cell: ({ n_first: n }) => formatCount(n) },
  { head: `relevant in ${second.name}`, cell: ({ n_second: n }) => formatCount(n) },
  { head: 'gained', cell: ({ n_gained: n }) => formatCount(n) },
  { head: 'lost', cell: ({ n_lost: n }) => formatCount(n) },
];

const MOST = 100;

/** Topics that changed, those that gained most first. */
function Topics({ found }: Props) {
  const changed = found.topics
    .filter(({ n_gained: gained, n_lost: lost }) => gained + lost > 0)
    .toSorted((a, b) => b.n_gained - a.n_gained || b.n_lost - a.n_lost);
  if (changed.length === 0) return <p>No topic has other relevant passages.</p>;
  return (
    <>
      {changed.length > MOST && (
        <p className={text.soft}>
          The first {MOST} of {formatCount(changed.length)}.
        </p>
      )}
      <CardTable
        label="Topics that changed"
        columns={columnsOf(found)}
        rows={changed.slice(0, MOST)}
        keyOf={({ query_id: id }) => id}
      />
    </>
  );
}

type ReportProps = Props & Readonly<{ params: URLSearchParams; change: ChangeAddress }>;

function Report({ found, params, change }: ReportProps) {
  return (
    <>
      <Figures found={found} />
      <h2>Label by label</h2>
      <Confusion found={found} />
      <h2>Topics that changed</h2>
      <Topics found={found} />
      <h2>Pairs that changed</h2>
      <ChangedPairs found={found} params={params} change={change} />
    </>
  );
}

const fits = (one: LabelSet, other: LabelSet | undefined): boolean =>
  other === undefined ||
  (one.collection === other.collection &&
    one.topic_set === other.topic_set &&
    one.name !== other.name);

type ChoiceProps = Readonly<{
  all: readonly LabelSet[];
  first: string;
  second: string;
  change: ChangeAddress;
}>;

function Choice({ all, first, second, change }: ChoiceProps) {
  const chosen = all.find(({ name }) => name === first);
  const others = all.filter((one) => fits(one, chosen)).map(({ name }) => name);
  return (
    <div className={study.choices}>
      <SelectField
        label="Labels"
        options={[{ value: '', label: 'choose' }, ...all.map(({ name }) => name)]}
        value={first}
        onChange={(name) => change({ first: name, second: '', page: '' })}
      />
      <SelectField
        label="against"
        hint="Over the same topics and collection."
        options={[{ value: '', label: 'choose' }, ...others]}
        value={second}
        onChange={(name) => change({ second: name, page: '' })}
      />
    </div>
  );
}

function Compared({ all }: Readonly<{ all: readonly LabelSet[] }>) {
  const [params, change] = useAddress(ADDRESS);
  const names = all.map(({ name }) => name);
  const [first = '', second = ''] = ['first', 'second'].map((key) => {
    const asked = params.get(key) ?? '';
    return names.includes(asked) ? asked : '';
  });
  const query = useRead(
    '/api/labels/compare',
    { first, second },
    { enabled: first !== '' && second !== '', staleTime: Infinity },
  );
  return (
    <>
      <Choice all={all} first={first} second={second} change={change} />
      {first !== '' && second !== '' && (
        <Loaded query={query} waiting="Comparing the labels">
          {(data) => (
            <>
              <p>
                <Link to={labelsPath(first)}>{first}</Link> against{' '}
                <Link to={labelsPath(second)}>{second}</Link>
              </p>
              <Report found={data} params={params} change={change} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

/** Two label sets pair by pair. */
export default function ComparePage() {
  return (
    <OfAllLabels
      title="Compare label sets"
      about="Where two label sets agree, which pairs only one of them calls relevant, and the pairs with their texts."
    >
      {(all) => <Compared all={all} />}
    </OfAllLabels>
  );
}
