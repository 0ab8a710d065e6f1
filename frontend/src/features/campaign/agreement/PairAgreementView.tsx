import { useState } from 'react';
import type { AgreementRow } from '@/api/types';
import { HeatTable } from '@/features/campaign/agreement/HeatTable';
import { PairList } from '@/features/campaign/agreement/PairList';
import { pairKappa } from '@/features/campaign/agreement/pairKappa';
import type { Weighting } from '@/features/campaign/agreement/pairKappa';
import { Segmented } from '@/shared/ui/fields/Segmented';
import text from '@/shared/styles/text.module.css';

/** Beyond this many assessors a matrix is no longer read, a sorted list is. */
const LARGEST_MATRIX = 14;

const WEIGHTINGS = [
  { value: 'plain', label: 'Cohen’s κ' },
  { value: 'quadratic', label: 'quadratic weights' },
] as const;

type Props = Readonly<{ rows: readonly AgreementRow[] }>;

export function PairAgreementView({ rows }: Props) {
  const [weighting, setWeighting] = useState<Weighting>('plain');
  const names = [...new Set(rows.flatMap(({ scope }) => scope))].sort();
  const View = names.length <= LARGEST_MATRIX ? HeatTable : PairList;
  return (
    <>
      <Segmented
        label="Kind of kappa"
        options={WEIGHTINGS}
        value={weighting}
        onChange={setWeighting}
      />
      <View names={names} rows={rows} kappa={pairKappa(weighting)} />
      <p className={text.soft}>
        The darker, the better two assessors agree; the small number is how many pairs both judged.
      </p>
    </>
  );
}
