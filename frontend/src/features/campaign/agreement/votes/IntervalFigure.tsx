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

const ROW = 26;
const [TOP, BOTTOM] = [6, 26];
const [LETTER, GAP] = [6.4, 12];
/** Below it, names lose their authors and numbers their intervals, which the lines show. */
const NARROW = 520;

const numberOf = ({ value, low, high }: Estimate): string =>
  low === null || high === null
    ? formatScore(value)
    : `${formatScore(value)}  [${formatScore(low)}, ${formatScore(high)}]`;

const intervalsHeight = (n: number): number => n * ROW + TOP + BOTTOM;

const longest = (texts: readonly string[]): number =>
  Math.max(1, ...texts.map(({ length }) => length)) * LETTER + GAP;

/** A line for each figure: its name, a dot on its interval, and its numbers. */
function drawIntervals(width: number, estimates: readonly Estimate[]): Element {
  const isNarrow = width < NARROW;
  const known = estimates.filter(({ value }) => value !== null);
  const least = Math.min(0, ...known.map(({ value, low }) => low ?? value ?? 0));
  const named = ({ name }: Estimate): string =>
    isNarrow ? nameOf(name).replace(/^\S+’s /, '') : nameOf(name);
  const found = (one: Estimate): string => (isNarrow ? formatScore(one.value) : numberOf(one));
  const [left, right] = [longest(estimates.map(named)), longest(estimates.map(found))];
  const y = { y: 'name' } as const;
  return Plot.plot({
    width,
    height: intervalsHeight(estimates.length),
    marginLeft: left,
    marginRight: right,
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
        ...{ ...y, text: named, fill: 'currentColor' },
        ...{ frameAnchor: 'left', textAnchor: 'start', dx: -left },
      }),
      Plot.text(estimates, {
        ...{ ...y, text: found, fill: 'currentColor' },
        ...{ frameAnchor: 'right', textAnchor: 'end', dx: right },
      }),
      Plot.ruleY(
        known.filter(({ low }) => low !== null),
        { ...y, x1: 'low', x2: 'high', stroke: 'var(--accent)', strokeWidth: 2.5 },
      ),
      Plot.dot(known, { ...y, x: 'value', r: 4.5, fill: 'var(--accent)' }),
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
