import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import type { Comparison, ComparisonCell, ComparisonQuestion, EffectSize } from '@/api/compared';
import { isUnderWay, KEPT_MS } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { addressOf, queryOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { Difference } from '@/features/comparison/kit/Difference';
import { isLowerBetter, runsOf } from '@/features/comparison/texts/measuresOf';
import { describeTest } from '@/features/comparison/texts/tests';
import { definitionOf } from '@/shared/definitions/definitions';
import { EFFECT_SIZES } from '@/shared/evaluation/testNames';
import {
  bareP,
  formatChange,
  formatDifference,
  formatInterval,
  formatScore,
} from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { Link } from '@/shared/routing/Link';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { cx } from '@/shared/styles/cx';
import { useAddress } from '@/shared/routing/useAddress';
import { Defined, Measure } from '@/shared/ui/Defined';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { CardTable, unnamedColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Pager } from '@/shared/ui/tables/Pager';
import cards from '@/shared/ui/tables/CardTable.module.css';
import styles from '@/features/comparison/significance/significance.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

/** One difference by one measure. */
type DifferenceRow = Readonly<{
  run: string;
  labels: string;
  cell: ComparisonCell;
  effects: readonly EffectSize[];
}>;

const cellsOf = ({ blocks }: Comparison, labels: string, measure: string) =>
  blocks.find((block) => block.labels === labels)?.rows.find((row) => row.measure === measure)
    ?.cells ?? [];

/** Every difference by a measure, run by run; with the effect sizes that another answer has of it. */
export function differencesOf(
  comparison: Comparison,
  measure: string,
  sized: Comparison | null,
): DifferenceRow[] {
  return comparison.runs.flatMap((run) =>
    comparison.blocks.flatMap(({ labels }) => {
      const isOf = (cell: ComparisonCell): boolean => cell.run === run;
      const cell = cellsOf(comparison, labels, measure).find(isOf);
      const effects = sized && cellsOf(sized, labels, measure).find(isOf)?.effects;
      return cell === undefined ? [] : [{ run, labels, cell, effects: effects ?? [] }];
    }),
  );
}

/** Rows on a page: of many runs, all would fill ten screens. */
const PAGE = 10;

const NAMES = Object.entries(EFFECT_SIZES);

type CellProps = Readonly<{
  cell: DifferenceRow['cell'];
  isRank: boolean;
  isOwn: boolean;
  test: string;
}>;

/** The difference, and between which means. */
function Apart({ cell, isRank, isOwn, test }: CellProps) {
  return (
    <>
      <Difference
        difference={cell.difference}
        stars={isOwn ? '' : cell.stars}
        {...{ isRank, test }}
      />
      <small>
        {formatScore(cell.baseline_mean, isRank)} to {formatScore(cell.mean, isRank)}
      </small>
    </>
  );
}

function Effect({ effect }: Readonly<{ effect: EffectSize | undefined }>) {
  if (effect === undefined) return '–';
  return (
    <>
      {formatDifference(effect.value)}{' '}
      <small>{formatInterval(effect.interval) || effect.note}</small>
    </>
  );
}

function columnsOf(comparison: Comparison, isRank: boolean, isSized: boolean) {
  const isCorrected = comparison.correction !== 'none';
  const { test, runs, baseline } = comparison;
  const isOwn = baseline === null;
  const names = shortNames(runs);
  const short = new Map(runs.map((run, place) => [run, names[place]]));
  const corrected = [
    { head: 'p, corrected', cell: ({ cell }: DifferenceRow) => bareP(cell.p_adjusted) },
  ];
  const sizes = NAMES.map(([name, head]) => ({
    head,
    cell: ({ effects }: DifferenceRow) => (
      <Effect effect={effects.find((one) => one.name === name)} />
    ),
  }));
  const columns: Columns<DifferenceRow> = [
    unnamedColumn('run', ({ run, labels }) => (
      <>
        <Link to={runPath(run)} className={styles.name} title={run}>
          {short.get(run) ?? run}
        </Link>
        <small>
          under <Link to={labelsPath(labels)}>{labels}</Link>
        </small>
      </>
    )),
    {
      head: 'difference',
      cell: ({ cell }) => <Apart {...{ cell, isRank, isOwn, test }} />,
    },
    { head: 'change', cell: ({ cell }) => formatChange(cell.relative) },
    { head: 'interval', cell: ({ cell }) => formatInterval(cell.interval, isRank) || '–' },
    { head: 'p', cell: ({ cell }) => bareP(cell.p_value) },
    ...(isCorrected ? corrected : []),
    ...(isSized ? sizes : []),
  ];
  return columns;
}

/** The tables of all measures as LaTeX, with what this table has. */
function LatexLinks({ query, hasLetters }: Readonly<{ query: string; hasLetters: boolean }>) {
  return (
    <p className={buttons.actions}>
      <a href={`/api/comparison?format=tex&${query}&form=intervals`} download>
        LaTeX with intervals
      </a>
      <a href={`/api/comparison?format=tex&${query}&form=full`} download>
        LaTeX with change and p
      </a>
      {hasLetters && (
        <a href={`/api/comparison?format=tex&${query}&letters=tukey`} download>
          LaTeX with letters of Tukey’s test
        </a>
      )}
    </p>
  );
}

/**
 * The same comparison with effect sizes. They do not depend on the test: it is asked by t, which is
 * done at once whatever was drawn for the table.
 */
function useEffectSizes(selection: Selection, enabled: boolean) {
  const body = {
    ...queryOf({ ...selection, test: 't', correction: 'none', testOptions: {} }),
    effect_sizes: true,
  } as unknown as ComparisonQuestion;
  return useQuery({
    queryKey: ['comparison', 'effect sizes', body],
    queryFn: async ({ signal }) => {
      const data = await post('/api/comparison', {}, body, { signal });
      return isUnderWay(data) ? null : data;
    },
    staleTime: KEPT_MS,
    enabled,
  });
}

/** Every run under every label set against its baseline, by one measure, with all that the test says. */
export function Differences({ comparison, selection, isOutdated, focus: { measure } }: PanelProps) {
  const [params, change] = useAddress('/compare');
  const isSized = params.get('effects') === '1';
  const { data: sized, error } = useEffectSizes(selection, isSized && !isOutdated);
  const rows = differencesOf(comparison, measure, sized ?? null);
  const nPages = Math.ceil(rows.length / PAGE);
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, Math.max(nPages, 1));
  const isRank = isLowerBetter(comparison, measure);
  const against = comparison.baseline ?? `itself under ${comparison.baseline_labels ?? ''}`;
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">Every difference</h2>
      <p className={text.soft}>
        <Measure name={measure} />, each run minus {against}; {describeTest(comparison)}. The change
        is the difference as a share of the baseline’s mean. {isRank && 'Lower is better. '}
        {comparison.test === 'equivalence' &&
          'A small p says that two runs differ by less than the bound. '}
        <Defined at={definitionOf('effect_sizes', 'd_z')}>What effect sizes mean</Defined>
      </p>
      <CheckField
        role="switch"
        label="Effect sizes with intervals"
        checked={isSized}
        onChange={(on) => change({ effects: on ? '1' : '' })}
      />
      <ErrorMessage error={error} />
      <CardTable
        className={cx(cards.cards, styles.differences)}
        label={`Differences by ${measure}`}
        columns={columnsOf(comparison, isRank, isSized && sized !== undefined)}
        rows={rows.slice((page - 1) * PAGE, page * PAGE)}
        keyOf={({ run, labels }) => `${run} ${labels}`}
      />
      <Pager page={page} nPages={nPages} of="differences" onChange={setPage} />
      <LatexLinks query={addressOf(selection)} hasLetters={runsOf(comparison).length > 1} />
    </section>
  );
}
