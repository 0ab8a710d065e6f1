import { useState } from 'react';
import type { ComparisonCell } from '@/api/compared';
import type { LabelSet } from '@/api/types';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { Difference } from '@/features/comparison/kit/Difference';
import { labelsNote } from '@/features/comparison/matrix/labelsNote';
import { matrixOf, sortedBy } from '@/features/comparison/matrix/matrix';
import type { Entry, Matrix } from '@/features/comparison/matrix/matrix';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { describeSameRelevant } from '@/features/comparison/texts/sameRelevant';
import { directionOf } from '@/shared/evaluation/direction';
import {
  counted,
  formatInterval,
  formatP,
  formatScore,
  formatShare,
} from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { cx } from '@/shared/styles/cx';
import { Tag } from '@/shared/ui/Tag';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Button } from '@/shared/ui/forms/Button';
import { Scroller } from '@/shared/ui/tables/Scroller';
import kit from '@/features/comparison/kit/kit.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';
import text from '@/shared/styles/text.module.css';

const [WIDTH, HEIGHT, MARGIN] = [120, 14, 4];

type IntervalBarProps = Readonly<{
  difference: number;
  interval: readonly number[] | null;
  /** The difference at either end. */
  reach: number;
  direction: string | undefined;
}>;

/** A difference and its interval as a bar about zero, by one scale in the whole table. */
function IntervalBar({ difference, interval, reach, direction }: IntervalBarProps) {
  const at = (value: number): number =>
    WIDTH / 2 + (reach === 0 ? 0 : (value / reach) * (WIDTH / 2 - MARGIN));
  const [low, high] = interval ?? [];
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      data-direction={direction}
      aria-hidden
    >
      <line x1={at(0)} x2={at(0)} y1={0} y2={HEIGHT} className={styles.zero} />
      {low !== undefined && high !== undefined && (
        <line x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} className={styles.reach} />
      )}
      <circle cx={at(difference)} cy={HEIGHT / 2} r={3.5} />
    </svg>
  );
}

type Props = Readonly<{
  entry: Entry | null;
  matrix: Matrix;
}>;

const isShown = ({ stars }: ComparisonCell, { test }: Matrix): boolean =>
  stars !== '' && test !== 'equivalence';

/** How far a run is from the baseline: as a bar with its interval, and in numbers. */
function Apart({ cell, matrix }: Readonly<{ cell: ComparisonCell; matrix: Matrix }>) {
  const { difference, interval, p_value: p, p_adjusted: adjusted } = cell;
  const { isLowerBetter, reach } = matrix;
  const direction = isShown(cell, matrix) ? directionOf(difference, isLowerBetter) : undefined;
  return (
    <>
      <IntervalBar {...{ difference, interval, reach, direction }} />
      <small className={styles.range}>
        <span>{formatInterval(interval, isLowerBetter)}</span> <span>{formatP(adjusted ?? p)}</span>
      </small>
    </>
  );
}

/** What a run scores, under both label sets where it is compared with itself. */
function Score({ entry, matrix }: Readonly<{ entry: Entry; matrix: Matrix }>) {
  const { mean, own, cell, place } = entry;
  const { isLowerBetter, isTested, test } = matrix;
  return (
    <span className={styles.score}>
      {own !== null && <span className={text.soft}>{formatScore(own, isLowerBetter)} → </span>}
      <span className={isTested && place === 1 ? styles.best : styles.mean}>
        {formatScore(mean, isLowerBetter)}
      </span>
      {cell !== null && (
        <span className={styles.apart}>
          <Difference
            difference={cell.difference}
            stars={cell.stars}
            test={test}
            isRank={isLowerBetter}
          />
        </span>
      )}
    </span>
  );
}

/** What a run scores, how far it is from the baseline, its place, and what nobody labelled. */
function MatrixCell({ entry, matrix }: Props) {
  if (entry === null) return <td>–</td>;
  const { cell, nMissing, place, unjudged } = entry;
  const { isTested, lines } = matrix;
  const notes = [
    ...(isTested ? [`${place}\u00a0of\u00a0${lines.length}`] : []),
    ...(unjudged !== null && unjudged > 0 ? [`${formatShare(unjudged)}\u00a0unjudged`] : []),
    ...(nMissing > 0 ? [`${counted(nMissing, 'topic')} missing`] : []),
  ];
  return (
    <td>
      <div className={styles.cell}>
        <Score entry={entry} matrix={matrix} />
        {cell !== null && <Apart cell={cell} matrix={matrix} />}
        <small>{notes.join(' · ')}</small>
      </div>
    </td>
  );
}

/** So many label sets stand side by side on a phone. */
const AT_ONCE = 2;

/** Runs as rows, label sets as columns; a column’s button puts the best of it first. */
function Table({ matrix, sets }: Readonly<{ matrix: Matrix; sets: readonly LabelSet[] }>) {
  const [column, setColumn] = useState<number | null>(null);
  const { labels, isTested } = matrix;
  return (
    <table className={cx(kit.runs, styles.matrix)}>
      <thead>
        <tr>
          <th scope="col">run</th>
          {labels.map((block, place) => {
            const { labels: name, is_simulated: isSimulated } = block;
            return (
              <th key={name} scope="col">
                <Link to={labelsPath(name)}>{name}</Link>{' '}
                {isSimulated && <Tag tone="simulated">simulated</Tag>}
                <small>
                  {labelsNote(
                    block,
                    sets.find((set) => set.name === name),
                  )}
                </small>
                {isTested && (
                  <Button
                    look="flush"
                    aria-label={`best first under ${name}`}
                    aria-pressed={column === place}
                    onClick={() => setColumn(column === place ? null : place)}
                  >
                    best first
                  </Button>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {sortedBy(matrix, isTested ? column : null).map(({ run, isBaseline, entries }) => (
          <tr key={run}>
            <th scope="row">
              <Link to={runPath(run)} className={styles.name}>
                {run}
              </Link>
              {isBaseline && <small>baseline</small>}
            </th>
            {entries.map((entry, place) => (
              <MatrixCell key={labels[place]?.labels} entry={entry} matrix={matrix} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The question at a glance: every run under every label set, by one measure at a time. */
export function MatrixSection({ comparison, labels, focus: { measure }, onFocus }: PanelProps) {
  const measures = measuresOf(comparison);
  const matrix = matrixOf(comparison, measure);
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">Every run under every label set</h2>
      <Segmented
        label="Measure of the table"
        options={measures.map((name) => ({ value: name, label: name }))}
        value={measure}
        onChange={(name) => onFocus({ measure: name })}
      />
      {matrix.labels.length > AT_ONCE && (
        <p className={styles.swipe}>
          Swipe for {counted(matrix.labels.length - AT_ONCE, 'more label set')}.
        </p>
      )}
      <Scroller label="Every run under every label set">
        <Table matrix={matrix} sets={labels} />
      </Scroller>
      <p className={text.soft}>
        {matrix.isLowerBetter && 'Lower is better. '}
        {matrix.isTested && 'Bold: the best of its column. '}
        Bars: the difference with its interval, zero in the middle, one scale for all.
      </p>
      {comparison.same_relevant.map((group) => (
        <p key={group.labels[0]}>{describeSameRelevant(group)}</p>
      ))}
    </section>
  );
}
