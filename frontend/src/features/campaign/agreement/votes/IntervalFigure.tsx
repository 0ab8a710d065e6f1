import * as Plot from '@observablehq/plot';
import type { AgreementInDepth, Estimate } from '@/api/types';
import {
  ESTIMATE_COLUMNS,
  inOrder,
  meaningOf,
  nameOf,
} from '@/features/campaign/agreement/draw/estimates';
import { definitionOf } from '@/shared/definitions/definitions';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { Figure } from '@/shared/ui/figure/Figure';
import { LOOK, tick } from '@/shared/ui/figure/look';
import parts from '@/shared/styles/parts.module.css';

const ROW = 38;
const [TOP, BOTTOM] = [18, 26];

const numberOf = ({ value, low, high }: Estimate): string =>
  low === null || high === null
    ? formatScore(value)
    : `${formatScore(value)}  [${formatScore(low)}, ${formatScore(high)}]`;

const intervalsHeight = (n: number): number => n * ROW + TOP + BOTTOM;

/** A dot for each figure on a line for its interval; its name and numbers stand above. */
function drawIntervals(width: number, estimates: readonly Estimate[]): Element {
  const known = estimates.filter(({ value }) => value !== null);
  const least = Math.min(0, ...known.map(({ value, low }) => low ?? value ?? 0));
  const y = { y: 'name' } as const;
  const above = { ...y, dy: -12, fill: 'currentColor' };
  return Plot.plot({
    width,
    height: intervalsHeight(estimates.length),
    marginLeft: 12,
    marginRight: 16,
    marginTop: TOP,
    marginBottom: BOTTOM,
    style: LOOK,
    x: {
      domain: [least, 1],
      ticks: 5,
      tickFormat: tick,
      label: null,
      grid: true,
    },
    y: { type: 'band', domain: estimates.map(({ name }) => name), axis: null },
    marks: [
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.text(estimates, {
        ...above,
        text: ({ name }: Estimate) => nameOf(name),
        frameAnchor: 'left',
      }),
      Plot.text(estimates, { ...above, text: numberOf, frameAnchor: 'right', textAnchor: 'end' }),
      Plot.ruleY(
        known.filter(({ low }) => low !== null),
        { ...y, x1: 'low', x2: 'high', stroke: 'var(--accent)', strokeWidth: 2.5, dy: 6 },
      ),
      Plot.dot(known, { ...y, x: 'value', r: 4.5, fill: 'var(--accent)', dy: 6 }),
    ],
  });
}

type Props = Readonly<{
  title: string;
  /** What the figures rest on. */
  about: string;
  estimates: readonly Estimate[];
  sampling: AgreementInDepth['sampling'];
  fileName: string;
}>;

/** Figures with their intervals, and what each of them says. */
export function IntervalFigure({ title, about, estimates, sampling, fileName }: Props) {
  const rows = inOrder(estimates);
  const { confidence, n_resamples: nResamples, seed } = sampling;
  const how = `Lines are ${formatShare(confidence)} intervals: percentiles of ${formatCount(nResamples)} draws of topics (seed ${seed}).`;
  return (
    <>
      <Figure
        title={title}
        caption={`${about} ${how}`}
        draw={drawIntervals}
        of={rows}
        table={{ name: title, columns: ESTIMATE_COLUMNS, rows }}
        fileName={fileName}
        axes={{ across: 'agreement' }}
        height={intervalsHeight(rows.length)}
      />
      <details className={parts.fold}>
        <summary>What each figure says</summary>
        <dl>
          {rows.map(({ name }) => (
            <div key={name}>
              <dt>
                <Defined at={definitionOf('coefficients', name)}>{nameOf(name)}</Defined>
              </dt>
              <dd>{meaningOf(name)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
