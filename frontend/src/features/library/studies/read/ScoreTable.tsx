import type { StudyCell, StudyTable, StudyTableLine } from '@/api/types';
import type { Shown } from '@/features/library/studies/read/reading';
import {
  formatChange,
  formatDifference,
  formatInterval,
  formatP,
  formatScore,
} from '@/shared/format/numbers';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { cx } from '@/shared/styles/cx';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/library/studies/read/study.module.css';

type Measure = StudyTable['measures'][number];

/** Whether a change for which there is a star is one to the worse. */
function directionOf({ difference, stars }: StudyCell, isLower: boolean): string | undefined {
  if (stars === '' || difference === null || difference === 0) return undefined;
  return difference > 0 !== isLower ? styles.better : styles.worse;
}

/** What a cell shows first, and what stands below it. */
function textsOf(cell: StudyCell, shown: Shown, isLower: boolean): readonly [string, string] {
  const value = formatScore(cell.mean, isLower);
  const difference = formatDifference(cell.difference, isLower);
  const change = formatChange(cell.relative);
  if (cell.difference === null) return [value, ''];
  if (shown === 'difference') return [difference, formatInterval(cell.interval, isLower) || change];
  if (shown === 'relative') return [change, difference];
  return [value, `${difference} (${change})`];
}

type CellProps = Readonly<{ cell: StudyCell; measure: Measure; shown: Shown }>;

function Score({ cell, measure, shown }: CellProps) {
  const [first, below] = textsOf(cell, shown, measure.lower_is_better);
  const p = cell.p_adjusted ?? cell.p_value;
  return (
    <>
      <span
        className={cx(styles.value, directionOf(cell, measure.lower_is_better))}
        title={p === null ? undefined : formatP(p)}
      >
        {first}
        {cell.stars}
        {cell.better_than !== '' && <sup>{cell.better_than}</sup>}
        {cell.letters !== '' && ` [${cell.letters}]`}
      </span>
      {below !== '' && <small>{below}</small>}
      {cell.loses_less_than !== '' && <small>loses less than {cell.loses_less_than}</small>}
    </>
  );
}

type RowProps = Readonly<{ line: StudyTableLine; shown: StudyTable; what: Shown }>;

function Row({ line, shown: { rankers, measures }, what }: RowProps) {
  const cellOf = (ranker: string, measure: string) =>
    line.cells.find((cell) => cell.ranker === ranker && cell.measure === measure);
  return (
    <tr>
      <th scope="row" className={table.words}>
        {line.title}
        {line.n_variants > 1 && <small>mean of {line.n_variants} variants</small>}
      </th>
      {rankers.flatMap(({ name }) =>
        measures.map((measure) => {
          const cell = cellOf(name, measure.name);
          return (
            <td key={`${name} ${measure.name}`} data-label={`${name}, ${measure.name}`}>
              {cell === undefined ? '–' : <Score cell={cell} measure={measure} shown={what} />}
            </td>
          );
        }),
      )}
    </tr>
  );
}

type Props = Readonly<{ table: StudyTable; shown: Shown }>;

/** Lines as rows; under each ranker its measures. */
export function ScoreTable({ table: scores, shown }: Props) {
  const { rankers, measures, lines } = scores;
  return (
    <Scroller label="Scores of the study">
      <table className={cx(table.cards, styles.scores)}>
        <thead>
          <tr>
            <td />
            {rankers.map(({ name, letter }) => (
              <th key={name} scope="colgroup" colSpan={measures.length}>
                {name}
                <sup>{letter}</sup>
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col" className={table.words}>
              texts
            </th>
            {rankers.flatMap(({ name }) =>
              measures.map((measure) => (
                <th key={`${name} ${measure.name}`} scope="col">
                  {measure.name}
                  {measure.lower_is_better && <span aria-label="lower is better"> ↓</span>}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.title} line={line} shown={scores} what={shown} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
