import { Link } from '@/shared/routing/Link';
import type { Grade, PairRow } from '@/api/types';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { GivenGrade } from '@/features/campaign/pairs/answers/GivenGrade';
import { formatRemarks, formatSpread, headlineOf } from '@/features/campaign/pairs/answers/texts';
import { Scroller } from '@/shared/ui/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/pairs/list/pairs.module.css';

type HeadProps = Readonly<{ row: PairRow; to: string }>;

function PairHead({ row, to }: HeadProps) {
  const { name, rest } = headlineOf(row);
  return (
    <th scope="row" className={cx(table.words, styles.pair)}>
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
    </th>
  );
}

type Columns = Readonly<{
  scale: readonly Grade[];
  /** Whether an expert graded some pair of the campaign. */
  hasExpert: boolean;
  /** Whether an adjudicator decided on some pair of the campaign. */
  hasDecisions: boolean;
}>;

type GivenProps = Readonly<{ grade: number | null; scale: readonly Grade[]; label: string }>;

/** A grade that no assessor gave; nothing where there is none. */
function Given({ grade, scale, label }: GivenProps) {
  if (grade === null) return <td />;
  return (
    <td data-label={label}>
      <GivenGrade grade={grade} scale={scale} />
    </td>
  );
}

type RowProps = HeadProps & Columns;

function Row({ row, to, scale, hasExpert, hasDecisions }: RowProps) {
  const remarks = formatRemarks(row.answers);
  return (
    <tr>
      <PairHead row={row} to={to} />
      <td className={table.words} data-label="answers">
        <AnswerCells answers={row.answers} scale={scale} />
        {remarks !== '' && <small>{remarks}</small>}
      </td>
      <td className={table.nowrap} data-label="spread">
        <span>
          {row.is_tied && <Tag>tied</Tag>} {formatSpread(row)}
        </span>
      </td>
      {hasExpert && <Given grade={row.expert_grade} scale={scale} label="expert’s grade" />}
      {hasDecisions && <Given grade={row.decision?.grade ?? null} scale={scale} label="decided" />}
    </tr>
  );
}

type Props = Columns &
  Readonly<{
    rows: readonly PairRow[];
    /** The address of a pair’s page. */
    addressOf: (row: PairRow) => string;
  }>;

/** A row for each pair, with every answer to it; on a phone a card. */
export function PairTable({ rows, addressOf, ...columns }: Props) {
  return (
    <Scroller label="Pairs">
      <table className={cx(table.cards, styles.pairs)}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              query and passage
            </th>
            <th scope="col" className={table.words}>
              answers
            </th>
            <th scope="col">spread</th>
            {columns.hasExpert && <th scope="col">expert’s grade</th>}
            {columns.hasDecisions && <th scope="col">decided</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} to={addressOf(row)} {...columns} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
