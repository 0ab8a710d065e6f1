import type { AgreementRow } from '@/api/types';
import { shade } from '@/features/campaigns/pairKappa';
import { formatCount, formatScore } from '@/shared/format';
import { Scroller } from '@/shared/ui/Scroller';

type Props = Readonly<{
  rows: readonly AgreementRow[];
  kappa: (row: AgreementRow) => number | null;
}>;

/** The pairs that agree least come first: they are the ones to talk with. */
export function PairList({ rows, kappa }: Props) {
  const sorted = rows.toSorted((a, b) => (kappa(a) ?? 2) - (kappa(b) ?? 2));
  return (
    <Scroller label="Agreement of each pair of assessors">
      <table className="grid">
        <thead>
          <tr>
            <th scope="col" className="words">
              assessors
            </th>
            <th scope="col">κ</th>
            <th scope="col">pairs</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.scope.join()}>
              <th scope="row" className="words">
                {row.scope.join(' and ')}
              </th>
              <td style={{ background: shade(kappa(row)) }}>{formatScore(kappa(row))}</td>
              <td>{formatCount(row.n_pairs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
