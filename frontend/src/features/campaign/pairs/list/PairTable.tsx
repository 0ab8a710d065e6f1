import { Link } from '@/shared/routing/Link';
import type { Grade, PairRow } from '@/api/types';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { ExpertGrade } from '@/features/campaign/pairs/answers/ExpertGrade';
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

type RowProps = HeadProps & Readonly<{ scale: readonly Grade[]; hasExpert: boolean }>;

function Row({ row, to, scale, hasExpert }: RowProps) {
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
      {hasExpert &&
        (row.expert_grade === null ? (
          <td />
        ) : (
          <td data-label="expert’s grade">
            <ExpertGrade grade={row.expert_grade} scale={scale} />
          </td>
        ))}
    </tr>
  );
}

type Props = Readonly<{
  rows: readonly PairRow[];
  scale: readonly Grade[];
  /** Whether an expert graded some pair of the campaign. */
  hasExpert: boolean;
  /** The address of a pair’s page. */
  addressOf: (row: PairRow) => string;
}>;

/** A row for each pair, with every answer to it; on a phone a card. */
export function PairTable({ rows, scale, hasExpert, addressOf }: Props) {
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
            {hasExpert && <th scope="col">expert’s grade</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} to={addressOf(row)} scale={scale} hasExpert={hasExpert} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
