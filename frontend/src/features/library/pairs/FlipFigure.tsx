import { useCallback } from 'react';
import * as Plot from '@observablehq/plot';
import type { FlipRates, RunFlips } from '@/api/types';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Options = Readonly<{ rates: readonly FlipRates[]; width: number }>;

const X = { x: 'n' } as const;

/** A box for each n: whiskers from the least to the greatest topic, a dot at the mean. */
function drawFlips({ rates, width }: Options): Element {
  const rows = [...rates];
  return Plot.plot({
    width,
    height: 300,
    marginLeft: 50,
    marginTop: 28,
    marginBottom: 50,
    style: { background: 'transparent', fontSize: '12px', fontFamily: 'inherit' },
    x: { type: 'band', label: 'passages a topic', labelOffset: 36, padding: 0.4 },
    y: { label: 'mean flip rate', grid: true, zero: true, nice: true, tickFormat: formatShare },
    marks: [
      Plot.ruleX(rows, { ...X, y1: 'minimum', y2: 'maximum', stroke: 'currentColor' }),
      Plot.barY(rows, {
        ...X,
        y1: 'lower_quartile',
        y2: 'upper_quartile',
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.tickY(rows, { ...X, y: 'median', stroke: 'var(--accent)', strokeWidth: 2.5 }),
      Plot.dot(rows, { ...X, y: 'mean', r: 3, fill: 'currentColor' }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
    ],
  });
}

const COLUMNS: readonly Column<FlipRates>[] = [
  counts('passages', ({ n }) => n),
  counts('topics', ({ n_topics: nTopics }) => nTopics),
  numbers('least', ({ minimum }) => minimum),
  numbers('lower quartile', ({ lower_quartile: lower }) => lower),
  numbers('median', ({ median }) => median),
  numbers('upper quartile', ({ upper_quartile: upper }) => upper),
  numbers('greatest', ({ maximum }) => maximum),
  numbers('mean', ({ mean }) => mean),
];

const HOW_TO_READ =
  'Mean flip rate of a topic among its first n passages, for each n: box from quartile to ' +
  'quartile, line at the median, dot at the mean, whiskers to the least and the greatest topic.';

/** The only import of Plot on this page. */
export default function FlipFigure({ flips }: Readonly<{ flips: RunFlips }>) {
  const { rates, run, n_topics, longest } = flips;
  const draw = useCallback((width: number) => drawFlips({ rates, width }), [rates]);
  const n = counted(n_topics, 'topic has', 'topics have');
  return (
    <Figure
      title={`Flip rates of ${run}`}
      caption={`${HOW_TO_READ} ${n} pairs, of at most ${formatCount(longest)} passages.`}
      draw={draw}
      table={{ name: 'Flip rates', columns: COLUMNS, rows: rates }}
      fileName={`flip-rates-${run}`}
    />
  );
}
