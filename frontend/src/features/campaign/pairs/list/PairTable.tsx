import { Link } from '@/shared/routing/Link';
import type { Grade, PairRow } from '@/api/types';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { formatRemarks, formatSpread, headlineOf } from '@/features/campaign/pairs/answers/texts';
import { CardTable } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/list/pairs.module.css';

function PairHead({ row, to }: Readonly<{ row: PairRow; to: string }>) {
  const { name, rest } = headlineOf(row);
  return (
    <>
      <span className={styles.query} dir="auto">
        <span className={text.soft}>{row.query_id}</span> {row.query}{' '}
        {row.kind !== 'regular' && <Tag>{row.kind}</Tag>}
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

type Props = Readonly<{
  rows: readonly PairRow[];
  /** The address of a pair’s page. */
  addressOf: (row: PairRow) => string;
  scale: readonly Grade[];
  /** Whether an expert graded some pair of the campaign. */
  hasExpert: boolean;
  /** Whether an adjudicator decided on some pair of the campaign. */
  hasDecisions: boolean;
}>;

function columnsOf({ addressOf, scale, hasExpert, hasDecisions }: Props): Columns<PairRow> {
  /** A grade that no assessor gave; nothing where there is none. */
  const given = (head: string, gradeOf: (row: PairRow) => number | null | undefined) => ({
    head,
    cell: (row: PairRow) => {
      const grade = gradeOf(row) ?? null;
      return grade !== null && <GivenGrade grade={grade} scale={scale} />;
    },
  });
  return [
    {
      head: 'query and passage',
      isWords: true,
      className: styles.pair,
      cell: (row) => <PairHead row={row} to={addressOf(row)} />,
    },
    { head: 'answers', isWords: true, cell: (row) => <Answers row={row} scale={scale} /> },
    {
      head: 'spread',
      className: table.nowrap,
      cell: (row) => (
        <span>
          {row.is_tied && <Tag>tied</Tag>} {formatSpread(row)}
        </span>
      ),
    },
    ...(hasExpert ? [given('expert’s grade', (row) => row.expert_grade)] : []),
    ...(hasDecisions ? [given('decided', (row) => row.decision?.grade)] : []),
  ];
}

/** A row for each pair, with every answer to it; on a phone a card. */
export function PairTable(props: Props) {
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
