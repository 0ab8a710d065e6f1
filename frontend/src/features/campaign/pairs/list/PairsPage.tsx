import { rowsOf } from '@/api/read';
import type { CampaignState, Grade, PairAnswer, PairChoices, PairRow } from '@/api/types';
import { usePairChoices, usePairs } from '@/features/campaign/api/pairs';
import { settlingPage, whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { GradeCell } from '@/features/campaign/pairs/answers/GradeCell';
import {
  formatFound,
  formatRemarks,
  formatSpread,
  headlineOf,
  sayOrigin,
} from '@/features/campaign/pairs/answers/texts';
import { AddPairs } from '@/features/campaign/pairs/list/AddPairs';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { PairFilters } from '@/features/campaign/pairs/search/PairFilters';
import {
  addressOf,
  isNarrowed,
  offered,
  ONLY,
  sayCount,
  toggled,
} from '@/features/campaign/pairs/search/search';
import type { Search } from '@/features/campaign/pairs/search/search';
import { useSearch } from '@/features/campaign/pairs/search/useSearch';
import type { ChangeSearch } from '@/features/campaign/pairs/search/useSearch';
import { Link } from '@/shared/routing/Link';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { NextPage } from '@/shared/ui/requests/NextPage';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Unread } from '@/shared/ui/requests/Unread';
import { together } from '@/shared/requests/together';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import styles from '@/features/campaign/pairs/list/pairs.module.css';
import filters from '@/features/campaign/pairs/search/filters.module.css';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

type OnlyChipsProps = Readonly<{
  counts: PairChoices['only'];
  search: Search;
  onChange: ChangeSearch;
}>;

/** A button for each kind of pair that there is; several together narrow the list. */
function OnlyChips({ counts, search, onChange }: OnlyChipsProps) {
  const { only: chosen = [], query_id: queryId } = search;
  const shown = offered(counts, chosen);
  if (shown.length === 0 && queryId === undefined) return null;
  return (
    <div className={filters.chips} role="group" aria-label="Show only">
      {queryId !== undefined && (
        <button type="button" aria-pressed onClick={() => onChange({ query_id: undefined })}>
          Query {queryId}
        </button>
      )}
      {shown.map((count) => (
        <button
          key={count.only}
          type="button"
          title={ONLY[count.only][1]}
          aria-pressed={chosen.includes(count.only)}
          onClick={() => onChange(toggled(search, count.only))}
        >
          {ONLY[count.only][0]} <span className={text.softNumber}>{sayCount(count)}</span>
        </button>
      ))}
    </div>
  );
}

function PairHead({ row, to }: Readonly<{ row: PairRow; to: string }>) {
  const { name, rest } = headlineOf(row);
  return (
    <>
      <span className={styles.query} dir="auto">
        <span className={text.soft}>{row.query_id}</span> {row.query}{' '}
        {row.kind !== 'regular' && <Tag>{row.kind}</Tag>}
        {sayOrigin(row) !== '' && <Tag>{sayOrigin(row)}</Tag>}
      </span>
      <Link to={to} className={styles.passage} dir="auto">
        {name}
      </Link>
      {rest !== '' && (
        <small className={styles.rest} dir="auto">
          {rest}
        </small>
      )}
    </>
  );
}

function Answers({ row: { answers }, scale }: Readonly<{ row: PairRow; scale: readonly Grade[] }>) {
  const remarks = formatRemarks(answers);
  return (
    <>
      <AnswerCells answers={answers} scale={scale} />
      {remarks !== '' && <small>{remarks}</small>}
    </>
  );
}

type PairTableProps = Readonly<{
  rows: readonly PairRow[];
  /** The address of a pair’s page. */
  addressOf: (row: PairRow) => string;
  scale: readonly Grade[];
  /** Whether an expert graded some pair of the campaign. */
  hasExpert: boolean;
  /** Whether an adjudicator decided on some pair of the campaign. */
  hasDecisions: boolean;
}>;

function columnsOf({
  addressOf,
  scale,
  hasExpert,
  hasDecisions,
}: PairTableProps): Columns<PairRow> {
  /** A grade that no assessor gave; nothing where there is none. */
  const given = (head: string, gradeOf: (row: PairRow) => number | null | undefined) => ({
    head,
    cell: (row: PairRow) => {
      const grade = gradeOf(row) ?? null;
      return grade !== null && <GivenGrade grade={grade} scale={scale} />;
    },
  });
  return [
    wordsColumn(
      'query and passage',
      (row) => <PairHead row={row} to={addressOf(row)} />,
      styles.pair,
    ),
    wordsColumn('answers', (row) => <Answers row={row} scale={scale} />),
    {
      head: 'spread',
      className: table.nowrap,
      cell: (row) => (
        <span>
          {row.is_tied && <Tag>tied</Tag>} {formatSpread(row)}
        </span>
      ),
    },
    ...(hasExpert ? [given('known grade', (row) => row.expert_grade)] : []),
    ...(hasDecisions ? [given('decided', (row) => row.decision?.grade)] : []),
  ];
}

/** A row for each pair, with every answer to it; on a phone a card. */
function PairTable(props: PairTableProps) {
  return (
    <CardTable
      label="Pairs"
      columns={columnsOf(props)}
      rows={props.rows}
      keyOf={({ id }) => id}
      className={styles.pairs}
    />
  );
}

type LegendProps = Readonly<{ answers: readonly PairAnswer[]; scale: readonly Grade[] }>;

/** What the cells mean that have no grade, or one that is no vote. */
function Legend({ answers, scale }: LegendProps) {
  const hasBlanks = answers.some(({ grade }) => grade === null);
  const surplus = answers.find(({ is_surplus: isSurplus }) => isSurplus);
  if (!hasBlanks && surplus === undefined) return null;
  return (
    <p className={cx(styles.legend, text.note)}>
      {hasBlanks && (
        <>
          <GradeCell grade={null} scale={scale} /> not judged
        </>
      )}
      {surplus !== undefined && (
        <>
          <GradeCell grade={surplus.grade} scale={scale} isSurplus /> surplus: the pair already had
          all wanted judgments, so the grade is no vote
        </>
      )}
    </p>
  );
}

type Props = Readonly<{
  campaignId: number;
  choices: PairChoices;
  search: Search;
  pages: ReturnType<typeof usePairs>;
}>;

const EXPERTS = ['gold', 'qualification'];

/** The pairs that were read so far, and a button for more. */
function PairList({ campaignId, choices, search, pages }: Props) {
  const rows = rowsOf(pages.data);
  return (
    <div aria-busy={pages.isFetching}>
      <Legend answers={rows.flatMap((row) => row.answers)} scale={choices.grades} />
      {rows.length > 0 && (
        <PairTable
          rows={rows}
          scale={choices.grades}
          hasExpert={choices.kinds.some(({ kind }) => EXPERTS.includes(kind))}
          hasDecisions={choices.only.some(({ only, n }) => only === 'decided' && n > 0)}
          addressOf={({ id }) => `/campaigns/${campaignId}/pairs/${id}${addressOf(search)}`}
        />
      )}
      <ErrorMessage error={pages.error} />
      <NextPage of={pages} look="second">
        Show more
      </NextPage>
    </div>
  );
}

/** Why the list is empty, and what to do. */
function adviceOn(search: Search): readonly [title: string, advice: string] {
  if (isNarrowed(search))
    return ['No pair matches', 'Remove a filter, or show all pairs of the campaign.'];
  return [
    'No pair is in this order yet',
    'Only judged pairs have this order. “As pooled” shows all pairs, judged or not.',
  ];
}

function NoPairs({ search, onShowAll }: Readonly<{ search: Search; onShowAll: () => void }>) {
  const [title, advice] = adviceOn(search);
  return (
    <Nothing title={title}>
      <p>{advice}</p>
      <p>
        <Button look="primary" onClick={onShowAll}>
          Show all pairs
        </Button>
      </p>
    </Nothing>
  );
}

function SettleLink({ campaignId, state }: Readonly<{ campaignId: number; state: CampaignState }>) {
  if (whyNothingIsDecided(state) !== '') return null;
  return <Link to={settlingPage(campaignId)}>Adjudicate pairs one by one</Link>;
}

/** The campaign’s pairs with every answer to them: sorted, filtered, a page at a time. */
export default function PairsPage() {
  const { id, state } = useCampaign();
  const [search, change, showAll] = useSearch();
  const choices = usePairChoices(id);
  const pages = usePairs(id, search);
  if (choices.data === undefined || pages.data === undefined) {
    const unread = together({ choices, pages });
    return (
      <Unread of={unread} waiting="Listing the pairs" trouble="The pairs cannot be shown now" />
    );
  }
  const isEmpty = rowsOf(pages.data).length === 0;
  return (
    <section aria-labelledby="pairs">
      <h2 id="pairs">Pairs</h2>
      <p className={text.soft}>
        Every pair with all its answers. Filters combine.{' '}
        <SettleLink campaignId={id} state={state} />
      </p>
      <AddPairs campaignId={id} state={state} />
      <OnlyChips counts={choices.data.only} search={search} onChange={change} />
      <PairFilters choices={choices.data} search={search} onChange={change} />
      <div className={styles.found}>
        <p role="status">{formatFound(pages.data.pages[0]?.n ?? 0)}</p>
        {isNarrowed(search) && !isEmpty && (
          <Button look="flush" onClick={showAll}>
            Show all pairs
          </Button>
        )}
      </div>
      {isEmpty ? (
        <NoPairs search={search} onShowAll={showAll} />
      ) : (
        <PairList campaignId={id} choices={choices.data} search={search} pages={pages} />
      )}
    </section>
  );
}
