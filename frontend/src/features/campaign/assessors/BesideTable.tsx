import type { Assessor } from '@/api/types';
import { formatShift } from '@/features/campaign/assessors/texts';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatCount, formatScore, formatShare } from '@/shared/format';
import { Defined } from '@/shared/ui/Defined';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';
import text from '@/shared/styles/text.module.css';

const COLUMNS = ['pairs', 'same grade', 'shift', 'κ', 'κ, linear', 'κ, quadratic'] as const;

const DEFINITIONS: Readonly<Partial<Record<(typeof COLUMNS)[number], string | undefined>>> = {
  'same grade': definitionOf('coefficients', 'percent_agreement'),
  κ: definitionOf('coefficients', 'cohen_kappa'),
  'κ, linear': definitionOf('coefficients', 'cohen_kappa_linear'),
  'κ, quadratic': definitionOf('coefficients', 'cohen_kappa_quadratic'),
};

/** What somebody's grades are held against, and how far they agree. */
export function BesideTable({ one }: Readonly<{ one: Assessor }>) {
  const rows = [
    ['the median of the others', one.others, one.intervals.others],
    ['gold, the expert’s grade', one.gold, one.intervals.gold],
    ['decisions of adjudicators', one.decisions, one.intervals.decisions],
    ['their own first look, when asked again', one.own, one.intervals.own],
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
                <Defined at={DEFINITIONS[name]}>{name}</Defined>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, beside, ends]) => (
            <tr key={name}>
              <th scope="row" className={table.words}>
                {name}
              </th>
              <td data-label="pairs">{formatCount(beside.n_pairs)}</td>
              <td data-label="same grade">
                {formatShare(beside.percent_agreement)}{' '}
                <Ends ends={ends.percent_agreement} format={formatShare} />
              </td>
              <td data-label="shift">
                {formatShift(beside.mean_difference)}{' '}
                <Ends ends={ends.mean_difference} format={formatShift} />
              </td>
              <td data-label="κ">
                {formatScore(beside.cohen_kappa)}{' '}
                <Ends ends={ends.cohen_kappa} format={formatScore} />
              </td>
              <td data-label="κ, linear">
                {formatScore(beside.cohen_kappa_linear)}{' '}
                <Ends ends={ends.cohen_kappa_linear} format={formatScore} />
              </td>
              <td data-label="κ, quadratic">
                {formatScore(beside.cohen_kappa_quadratic)}{' '}
                <Ends ends={ends.cohen_kappa_quadratic} format={formatScore} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

type EndsProps = Readonly<{
  ends: readonly number[] | null;
  format: (value: number | null) => string;
}>;

/** "[.41, .63]", or nothing where there is no interval. */
function Ends({ ends, format }: EndsProps) {
  if (ends === null) return null;
  return <small className={text.soft}>[{ends.map((end) => format(end)).join(', ')}]</small>;
}
