import { useCallback } from 'react';
import type { FlipRates, RunFlips } from '@/api/types';
import { drawFlips } from '@/features/library/pairs/drawFlips';
import { counted, formatCount, formatScore } from '@/shared/format';
import { Figure } from '@/shared/ui/Figure';
import { Scroller } from '@/shared/ui/Scroller';
import table from '@/shared/styles/table.module.css';

const COLUMNS = [
  'least',
  'lower quartile',
  'median',
  'upper quartile',
  'greatest',
  'mean',
] as const;

const valuesOf = (one: FlipRates): readonly number[] => [
  one.minimum,
  one.lower_quartile,
  one.median,
  one.upper_quartile,
  one.maximum,
  one.mean,
];

function FlipTable({ rates }: Readonly<{ rates: readonly FlipRates[] }>) {
  return (
    <Scroller label="Flip rates">
      <table className={table.grid}>
        <thead>
          <tr>
            <th scope="col" className={table.words}>
              passages
            </th>
            <th scope="col">topics</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rates.map((one) => (
            <tr key={one.n}>
              <th scope="row" className={table.words}>
                {formatCount(one.n)}
              </th>
              <td>{formatCount(one.n_topics)}</td>
              {valuesOf(one).map((value, column) => (
                <td key={COLUMNS[column]}>{formatScore(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** The only import of Plot on this page. */
export default function FlipFigure({ flips }: Readonly<{ flips: RunFlips }>) {
  const { rates, run, n_topics, longest } = flips;
  const draw = useCallback(
    (width: number) => drawFlips({ rates, title: `Flip rates of ${run}`, width }),
    [rates, run],
  );
  return (
    <Figure draw={draw} table={<FlipTable rates={rates} />}>
      Mean flip rate of a topic among its first n passages, for each n: box from quartile to
      quartile, line at the median, dot at the mean, whiskers to the least and the greatest topic.
      {` ${counted(n_topics, 'topic has', 'topics have')} pairs, of at most ${formatCount(longest)} passages.`}
    </Figure>
  );
}
