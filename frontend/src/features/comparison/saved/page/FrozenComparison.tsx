import type { ReactNode } from 'react';
import type { FrozenRow, SharedComparison } from '@/api/types';
import { EstimateNote } from '@/features/comparison/table/EstimateNote';
import { CORRECTIONS, FAMILIES, TESTS } from '@/shared/evaluation/testNames';
import {
  bareP,
  counted,
  formatDifference,
  formatInterval,
  formatScore,
} from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Measure } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import styles from '@/features/comparison/saved/page/saved.module.css';
import text from '@/shared/styles/text.module.css';

const intervalColumn = (
  head: string,
  of: (row: FrozenRow) => readonly [number | null, number | null],
) => ({
  head,
  cell: (row: FrozenRow) => {
    const [low, high] = of(row);
    return low === null || high === null ? '' : formatInterval([low, high], row.lower_is_better);
  },
});

/** How a run or label set is named: by a link to its page, or in plain words. */
type Named = (name: string, path: (name: string) => string) => ReactNode;

const linked: Named = (name, path) => <Link to={path(name)}>{name}</Link>;
const plain: Named = (name) => name;

type Given = Readonly<{ isCorrected: boolean; isEstimated: boolean }>;

const columnsBy = (named: Named, { isCorrected, isEstimated }: Given): Columns<FrozenRow> => [
  wordsColumn('measure', ({ measure, lower_is_better: isLower }) => (
    <>
      <Measure name={measure} />
      {isLower && ' ↓'}
    </>
  )),
  wordsColumn('run', ({ run }) => named(run, runPath)),
  wordsColumn('baseline', ({ baseline }) => named(baseline, runPath)),
  {
    head: 'baseline mean',
    cell: (row) => formatScore(row.baseline_mean, row.lower_is_better),
  },
  { head: 'mean', cell: (row) => formatScore(row.run_mean, row.lower_is_better) },
  {
    head: 'difference',
    cell: (row) => `${formatDifference(row.difference, row.lower_is_better)}${row.stars}`,
  },
  ...(isEstimated
    ? [
        intervalColumn('topics like these', ({ low, high }) => [low, high]),
        intervalColumn('these topics', (row) => [row.these_topics_low, row.these_topics_high]),
      ]
    : [intervalColumn('interval', ({ low, high }) => [low, high])]),
  { head: 'p', cell: (row) => bareP(row.p_value) },
  ...(isCorrected
    ? [{ head: 'p, corrected', cell: (row: FrozenRow) => bareP(row.p_adjusted) }]
    : []),
];

const nameOf = (names: Readonly<Record<string, string>>, name: string): string =>
  names[name] ?? name;

/** Which test over how many topics, and how it was corrected. */
function describeTests({ test, correction, family, rows: [first] }: SharedComparison): string {
  const topics = first === undefined ? '' : ` over ${counted(first.n_topics, 'topic')}`;
  const corrected =
    correction === 'none'
      ? ''
      : `, ${nameOf(CORRECTIONS, correction)} over ${nameOf(FAMILIES, family)}`;
  return `${nameOf(TESTS, test)}${topics}${corrected}`;
}

/** What a label set is a sample of, as its rows say. */
function sampleOf(rows: readonly FrozenRow[], labels: string) {
  const said = rows.find((one) => one.labels === labels)?.sample ?? null;
  return said === null ? null : { text: said };
}

type Props = Readonly<{
  frozen: SharedComparison;
  /** Whether runs and label sets link to their pages, which need an account. */
  isLinked: boolean;
  /** What stands behind the name. */
  mark?: ReactNode;
  savedBy?: string | null;
  /** What stands behind the facts. */
  inputs?: ReactNode;
  /** What stands between the note and the tables. */
  children: ReactNode;
}>;

/** A comparison as it was frozen, readable regardless of later changes. */
export function FrozenComparison({ frozen, isLinked, children, ...head }: Props) {
  const { name, note, rows, baseline_labels: baselineLabels } = frozen;
  const { mark, inputs, savedBy = null } = head;
  const named = isLinked ? linked : plain;
  return (
    <div>
      <title>{`${name} · Regrade`}</title>
      <h1 className={styles.name}>
        {name} {mark}
      </h1>
      <p className={text.soft}>
        Frozen {formatDay(frozen.frozen_at)}
        {savedBy !== null && `, saved by ${savedBy}`} · {describeTests(frozen)}
        {inputs}
      </p>
      {note !== '' && <p className={styles.note}>{note}</p>}
      {children}
      {[...new Set(rows.map(({ labels }) => labels))].map((labels) => (
        <section key={labels}>
          <h2 className={styles.name}>
            Under {named(labels, labelsPath)}{' '}
            {rows.some((one) => one.labels === labels && one.simulated) && (
              <Tag tone="simulated">simulated assessors</Tag>
            )}
          </h2>
          <EstimateNote blocks={[{ labels, sample: sampleOf(rows, labels) }]} />
          {baselineLabels !== null && (
            <p className={text.soft}>
              Each run against itself under {named(baselineLabels, labelsPath)}.
            </p>
          )}
          <CardTable
            label={`Frozen scores under ${labels}`}
            columns={columnsBy(named, {
              isCorrected: frozen.correction !== 'none',
              isEstimated: sampleOf(rows, labels) !== null,
            })}
            rows={rows.filter((one) => one.labels === labels)}
            keyOf={({ measure, run, baseline }) => `${measure} ${run} ${baseline}`}
          />
        </section>
      ))}
      <p className={text.soft}>
        * p &lt; .05, ** &lt; .01, *** &lt; .001, **** &lt; .0001; ↓ lower is better.
      </p>
    </div>
  );
}
