import { useState } from 'react';
import { useSteadyRead } from '@/api/read';
import type { AgreementMatrix } from '@/api/types';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { drawHeat } from '@/features/campaign/agreement/draw/drawHeat';
import type { HeatCell } from '@/features/campaign/agreement/draw/drawHeat';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { definitionOf } from '@/shared/definitions/definitions';
import { counted, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Defined } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Figure } from '@/shared/ui/figure/Figure';
import { TableView } from '@/shared/ui/figure/TableView';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type Weighting = 'percent' | 'kappa' | 'kappa_linear' | 'kappa_quadratic';

/** Kinds of agreement of two assessors. */
const WEIGHTINGS: readonly Readonly<{ value: Weighting; label: string }>[] = [
  { value: 'kappa', label: 'Cohen’s κ' },
  { value: 'kappa_linear', label: 'Cohen’s κ, linear weights' },
  { value: 'kappa_quadratic', label: 'Cohen’s κ, quadratic weights' },
  { value: 'percent', label: 'Same grade' },
];

type Kappas = Readonly<
  Pick<
    AgreementMatrix['lowest'][number],
    'n_pairs' | 'percent' | 'kappa' | 'kappa_linear' | 'kappa_quadratic'
  >
>;

type Couple = Kappas & Readonly<{ first: string; second: string }>;

/** The couples of the matrix by their names. */
const couplesOf = ({ assessors, cells }: AgreementMatrix): Couple[] =>
  cells.map(({ first, second, ...rest }) => ({
    ...rest,
    first: assessors[first] ?? '',
    second: assessors[second] ?? '',
  }));

/** Two assessors and all that is known of them; their names lead to the pairs of each. */
function coupleColumns(campaignId: number): Column<Couple>[] {
  const assessor = (name: string, of: (couple: Couple) => string): Column<Couple> =>
    words(name, of, (couple) => (
      <Link to={`/campaigns/${campaignId}/pairs${addressOf({ assessor: of(couple) })}`}>
        {of(couple)}
      </Link>
    ));
  return [
    assessor('assessor', ({ first }) => first),
    assessor('and', ({ second }) => second),
    counts('pairs both graded', ({ n_pairs: n }) => n),
    numbers('same grade', ({ percent }) => percent, formatShare),
    numbers('Cohen’s κ', ({ kappa }) => kappa),
    numbers('linear weights', ({ kappa_linear: kappa }) => kappa),
    numbers('quadratic weights', ({ kappa_quadratic: kappa }) => kappa),
  ];
}

const KAPPA = definitionOf('coefficients', 'cohen_kappa');
const DEFINITIONS: Readonly<Record<Weighting, string | undefined>> = {
  percent: definitionOf('coefficients', 'percent_agreement'),
  kappa: KAPPA,
  kappa_linear: KAPPA,
  kappa_quadratic: KAPPA,
};

type Props = Readonly<{ campaignId: number; choice: Choice }>;

/** A couple as two cells: the matrix says the same on both sides of its diagonal. */
function cellsOf(couple: Couple, weighting: Weighting): HeatCell[] {
  const { first, second, n_pairs: nPairs } = couple;
  const value = couple[weighting];
  const tip = `${first} and ${second}: ${formatScore(value)}\n${counted(nPairs, 'pair')}`;
  const cell = { share: value, text: formatScore(value), tip };
  return [
    { ...cell, x: first, y: second },
    { ...cell, x: second, y: first },
  ];
}

function MatrixFigure({
  matrix,
  campaignId,
}: Readonly<{ matrix: AgreementMatrix; campaignId: number }>) {
  const [weighting, setWeighting] = useState<Weighting>('kappa');
  const { assessors, n_assessors: nAll } = matrix;
  const couples = couplesOf(matrix);
  const which =
    nAll > assessors.length
      ? ` The ${assessors.length} of ${counted(nAll, 'assessor')} with the most votes.`
      : '';
  return (
    <>
      <SelectField
        label="Coefficient"
        hint={<Defined at={DEFINITIONS[weighting]}>What this is</Defined>}
        options={WEIGHTINGS}
        value={weighting}
        onChange={setWeighting}
      />
      <Figure
        title="Agreement by pair of assessors"
        caption={`The stronger the colour, the better two assessors agree on the pairs that both graded.${which}`}
        draw={drawHeat}
        of={{ names: assessors, cells: couples.flatMap((couple) => cellsOf(couple, weighting)) }}
        table={{
          name: 'Agreement by pair of assessors',
          columns: coupleColumns(campaignId),
          rows: couples,
        }}
        fileName="agreement-of-assessors"
        axes={{ across: 'assessor', up: 'assessor' }}
        height={200}
      />
      {matrix.lowest.length > 0 && (
        <details className={parts.fold}>
          <summary>Lowest agreement: {counted(matrix.lowest.length, 'pair')}</summary>
          <p className={text.soft}>
            Assessors who gave the same grade least often, among those who both graded at least ten
            pairs.
          </p>
          <TableView
            table={{
              name: 'Lowest agreement',
              columns: coupleColumns(campaignId),
              rows: matrix.lowest,
            }}
          />
        </details>
      )}
    </>
  );
}

/** Pairs of assessors. */
export function MatrixSection({ campaignId, choice }: Props) {
  const matrix = useSteadyRead('/api/campaigns/{campaign_id}/agreement/matrix', {
    campaign_id: campaignId,
    threshold: choice.threshold,
  });
  return (
    <section aria-labelledby="matrix">
      <h3 id="matrix">Pairs of assessors</h3>
      <Part query={matrix} waiting="Comparing pairs of assessors">
        {(data) =>
          data.cells.length === 0 ? (
            <p className={text.soft}>No two assessors have graded the same pair yet.</p>
          ) : (
            <MatrixFigure matrix={data} campaignId={campaignId} />
          )
        }
      </Part>
    </section>
  );
}
