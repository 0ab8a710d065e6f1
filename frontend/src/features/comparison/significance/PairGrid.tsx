import { useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import type { ComparedSystems, SystemFamily, SystemPair } from '@/api/compared';
import { pairOf, rankRuns } from '@/features/comparison/significance/families';
import { describePair } from '@/features/comparison/significance/familyTables';
import { formatScore } from '@/shared/format/numbers';
import { shortNames } from '@/shared/format/shortNames';
import { Link } from '@/shared/routing/Link';
import { runPath } from '@/shared/routing/paths';
import { Scroller } from '@/shared/ui/tables/Scroller';
import styles from '@/features/comparison/significance/significance.module.css';
import text from '@/shared/styles/text.module.css';

/** Rows and columns count the runs from the best on; a pair stands where its column is the later. */
type Spot = Readonly<{ row: number; column: number }>;

const STEPS: Readonly<Record<string, Spot>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** An arrow leads from pair to pair, as in every grid; at an edge it stays. */
function stepTo({ key, currentTarget: cell }: KeyboardEvent<HTMLElement>, at: Spot): boolean {
  const step = STEPS[key];
  if (step === undefined) return false;
  const spot = `${at.row + step.row} ${at.column + step.column}`;
  cell.closest('table')?.querySelector<HTMLElement>(`[data-spot="${spot}"]`)?.focus();
  return true;
}

type CellProps = Readonly<{
  pair: SystemPair | null;
  at: Spot;
  /** The greatest difference of any pair: it has the most colour. */
  most: number;
  isRank: boolean;
  isLooked: boolean;
  onLook: (at: Spot) => void;
}>;

/** The more colour the greater the difference; its stars are seen, its numbers read. */
function PairCell({ pair, at, most, isRank, isLooked, onLook }: CellProps) {
  const share = pair === null || most === 0 ? 0 : Math.abs(pair.difference) / most;
  return (
    <td
      role="gridcell"
      className={styles.pair}
      style={{ '--share': share } as CSSProperties}
      tabIndex={isLooked ? 0 : -1}
      data-spot={`${at.row} ${at.column}`}
      data-looked={isLooked}
      onFocus={() => onLook(at)}
      onMouseEnter={() => onLook(at)}
      onKeyDown={(event) => stepTo(event, at) && event.preventDefault()}
    >
      <span aria-hidden="true">{pair?.stars}</span>
      <span className={text.visuallyHidden}>
        {pair === null ? '–' : describePair(pair, isRank)}
      </span>
    </td>
  );
}

type Props = Readonly<{
  compared: ComparedSystems;
  looked: SystemFamily;
  /** Whether every two runs were compared: then all pairs are shown. */
  isWhole: boolean;
}>;

/** The runs, the best first: their means and letters under each label set, and a triangle of all pairs. */
export function PairGrid({ compared, looked, isWhole }: Props) {
  const [at, setAt] = useState<Spot>({ row: 0, column: 1 });
  const { families } = compared;
  const { lower_is_better: isRank, pairs, measure, labels } = looked;
  const ranked = rankRuns(compared, looked);
  const runs = ranked.map(({ run }) => run);
  const short = shortNames(runs);
  const most = Math.max(0, ...pairs.map(({ difference }) => Math.abs(difference)));
  const inPairs = isWhole ? runs.slice(1).map((run, place) => ({ run, column: place + 1 })) : [];
  const found = isWhole ? pairOf(looked, runs[at.row] ?? '', runs[at.column] ?? '') : null;
  return (
    <>
      <Scroller label={`Means of ${measure}, and pairs under ${labels}`}>
        <table role="grid" className={styles.grid}>
          <thead>
            <tr>
              <th scope="col">run</th>
              {families.map((family) => (
                <th key={family.labels} scope="col" colSpan={family.letters === null ? 1 : 2}>
                  {family.labels}
                </th>
              ))}
              {inPairs.map(({ run, column }) => (
                <th key={run} scope="col" title={run} data-looked={column === at.column}>
                  <span aria-hidden="true">{column + 1}</span>
                  <span className={text.visuallyHidden}>{short[column]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranked.map(({ run, shown }, row) => (
              <tr key={run}>
                <th scope="row" data-looked={isWhole && row === at.row}>
                  {isWhole && <span className={styles.place}>{row + 1}</span>}
                  <Link to={runPath(run)} title={run}>
                    {short[row]}
                  </Link>
                </th>
                {shown.flatMap(({ mean, letters }, place) => [
                  <td key={`mean ${place}`}>{formatScore(mean, isRank)}</td>,
                  ...(letters === null ? [] : [<td key={`letters ${place}`}>{letters}</td>]),
                ])}
                {inPairs.map(({ run: other, column }) =>
                  column <= row ? (
                    <td key={other} />
                  ) : (
                    <PairCell
                      key={other}
                      pair={pairOf(looked, run, other)}
                      at={{ row, column }}
                      isLooked={row === at.row && column === at.column}
                      onLook={setAt}
                      {...{ most, isRank }}
                    />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      {found !== null && (
        <p className={styles.found}>
          {found.run} minus {found.baseline}: <b>{describePair(found, isRank)}</b>
        </p>
      )}
      {isWhole && (
        <p className={text.note}>
          Row minus column, by {measure} under {labels}: the more colour, the greater the
          difference. Columns have the numbers of the rows. {isRank && 'Lower is better. '}Point at
          a cell for its values, or go there with the arrow keys.
        </p>
      )}
    </>
  );
}
