import type { Assessor } from '@/api/types';
import { formatShift } from '@/features/campaign/assessors/texts';
import { formatCount, formatScore, formatShare } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';

const COLUMNS = ['pairs', 'same grade', 'shift', 'κ', 'κ, linear', 'κ, quadratic'] as const;

/** What somebody's grades are held against, and how far they agree. */
export function BesideTable({ one }: Readonly<{ one: Assessor }>) {
  const rows = [
    ['the median of the others', one.others],
    ['gold, the expert’s grade', one.gold],
    ['decisions of adjudicators', one.decisions],
    ['their own first look, when asked again', one.own],
  ] as const;
  return (
    <Scroller label="Agreement">
      <table className={table.cards}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              held against
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, beside]) => (
            <tr key={name}>
              <th scope="row" className={table.words}>
                {name}
              </th>
              <td data-label="pairs">{formatCount(beside.n_pairs)}</td>
              <td data-label="same grade">{formatShare(beside.percent_agreement)}</td>
              <td data-label="shift">{formatShift(beside.mean_difference)}</td>
              <td data-label="κ">{formatScore(beside.cohen_kappa)}</td>
              <td data-label="κ, linear">{formatScore(beside.cohen_kappa_linear)}</td>
              <td data-label="κ, quadratic">{formatScore(beside.cohen_kappa_quadratic)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
