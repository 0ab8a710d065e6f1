import { useState } from 'react';
import type { LabelSet } from '@/api/types';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { measuresOf } from '@/features/comparison/texts/measuresOf';
import { describeSameRelevant } from '@/features/comparison/texts/sameRelevant';
import { labelsNote } from '@/features/comparison/matrix/labelsNote';
import { matrixOf, sortedBy } from '@/features/comparison/matrix/matrix';
import type { Matrix } from '@/features/comparison/matrix/matrix';
import { MatrixCell } from '@/features/comparison/matrix/MatrixCell';
import { counted } from '@/shared/format/numbers';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import kit from '@/features/comparison/kit/kit.module.css';
import styles from '@/features/comparison/matrix/matrix.module.css';

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
