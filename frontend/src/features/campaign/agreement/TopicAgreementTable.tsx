import type { AgreementRow } from '@/api/types';
import { fleissRule } from '@/features/campaign/agreement/AgreementFigures';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import { useShortList } from '@/features/campaign/kit/useShortList';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';

type Props = Readonly<{ rows: readonly AgreementRow[] }>;

const SHOWN_AT_FIRST = 20;

/** Beyond every alpha. */
const UNDEFINED_LAST = 2;

const COLUMNS = ['pairs', 'votes', 'same grade', 'Fleiss’ κ', 'α nominal', 'α ordinal'] as const;

/** The topics on which assessors agree least come first: their queries are the ones to look at. */
function sortByAgreement(rows: readonly AgreementRow[]): AgreementRow[] {
  const alpha = (row: AgreementRow): number => row.alpha_ordinal ?? UNDEFINED_LAST;
  return rows.toSorted((a, b) => alpha(a) - alpha(b));
}

/** Why a topic has no Fleiss' kappa; empty where it has. */
export function whyNoFleiss(row: AgreementRow): string {
  if (row.fleiss_kappa !== null) return '';
  if (row.fleiss_votes < 2) return 'no pair has two votes';
  if (row.fleiss_n_pairs === 0) return `no pair has exactly ${row.fleiss_votes} votes`;
  return 'all grades are the same';
}

const votesOf = (row: AgreementRow): string =>
  `${counted(row.fleiss_votes, 'vote')}, ${fleissRule(row)}`;

function TopicAgreementRow({ row }: Readonly<{ row: AgreementRow }>) {
  return (
    <tr>
      <th scope="row" className={table.words}>
        {row.scope.join(' ')}
      </th>
      <td>{formatCount(row.n_pairs)}</td>
      <td>{formatCount(row.n_votes)}</td>
      <td>{row.percent_agreement === null ? '–' : formatShare(row.percent_agreement)}</td>
      <td>
        {formatScore(row.fleiss_kappa)}
        {row.fleiss_kappa === null && <small>{whyNoFleiss(row)}</small>}
      </td>
      <td>{formatScore(row.alpha_nominal)}</td>
      <td>{formatScore(row.alpha_ordinal)}</td>
    </tr>
  );
}

export function TopicAgreementTable({ rows }: Props) {
  const [visible, more] = useShortList(sortByAgreement(rows), SHOWN_AT_FIRST, 'topic');
  return (
    <>
      <p className={text.soft}>
        Fleiss’ κ takes pairs with the same number of votes:{' '}
        {rows[0] !== undefined && `here those with exactly ${votesOf(rows[0])}.`} α takes pairs with
        any number of votes; it is not defined (–) where all grades of a topic are the same.
      </p>
      <Scroller label="Agreement by topic">
        <table className={cx(table.noted, kit.rows)}>
          <thead>
            <tr>
              <th scope="col" className={table.words}>
                topic
              </th>
              {COLUMNS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((row) => (
              <TopicAgreementRow key={row.scope.join(' ')} row={row} />
            ))}
          </tbody>
        </table>
      </Scroller>
      {more}
    </>
  );
}
