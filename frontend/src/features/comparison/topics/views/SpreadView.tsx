import * as Plot from '@observablehq/plot';
import { useMemo } from 'react';
import { describeShown } from '@/features/comparison/topics/table/describeShown';
import { blockOf } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { allRuns } from '@/features/comparison/topics/views/topicColumns';
import { formatScore } from '@/shared/format/numbers';
import { useNavigate } from '@/shared/routing/location';
import { Figure } from '@/shared/ui/figure/Figure';
import { TableView } from '@/shared/ui/figure/TableView';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { LOOK, shortened } from '@/shared/ui/figure/look';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';
import { spreadOf } from '@/shared/ui/figure/spread';
import type { Spread } from '@/shared/ui/figure/spread';
import parts from '@/shared/styles/parts.module.css';

const [ROW, LETTER_WIDTH, MARGIN] = [46, 8, 12];
const LARGEST_SHARE = 0.34; // of the width, for names
/** The box lies above the middle of its row and the strip below. */
const [BOX_TOP, BOX_BOTTOM, STRIP_TOP, STRIP_DEPTH] = [-0.4, -0.02, 0.1, 0.3];
const N_LINES = 5;

/** One run: how its values spread, and each of them with its topic. */
type RunSpread = Readonly<{
  run: string;
  spread: Spread;
  points: readonly Readonly<{ queryId: string; query: string; value: number }>[];
}>;

type Options = Readonly<{
  runs: readonly RunSpread[];
  isRank: boolean;
}>;

/** A box for each run, from its lower to its upper quartile, and below it every topic. Right is better. */
function drawSpread(width: number, { runs, isRank }: Options, onPlace?: OnPlace): Element {
  const boxes = runs.map(({ run, spread }, row) => ({ run, row, ...spread }));
  // Topics of like values are spread over a few lines, each topic on the same in every run.
  const points = runs.flatMap(({ run, points }, row) =>
    points.map((point, place) => ({
      ...point,
      run,
      at: row + STRIP_TOP + ((place % N_LINES) / (N_LINES - 1)) * STRIP_DEPTH,
    })),
  );
  const longest = Math.max(0, ...runs.map(({ run }) => run.length));
  const left = Math.min(longest * LETTER_WIDTH + MARGIN, width * LARGEST_SHARE);
  const short = (name: string): string => shortened(name, Math.floor((left - 8) / LETTER_WIDTH));
  const score = (value: number): string => formatScore(value, isRank);
  const box = { y1: top(BOX_TOP), y2: top(BOX_BOTTOM) };
  const plot = Plot.plot({
    width,
    height: runs.length * ROW + 56,
    marginLeft: left,
    marginRight: 18,
    marginTop: 14,
    marginBottom: 42,
    style: LOOK,
    x: { grid: true, nice: true, zero: true, reverse: isRank, tickFormat: score, label: null },
    y: {
      domain: [runs.length - 0.45, -0.55],
      ticks: boxes.map(({ row }) => row),
      tickSize: 0,
      tickFormat: (row: number) => short(runs[row]?.run ?? ''),
      label: null,
    },
    marks: [
      Plot.ruleY(boxes, {
        x1: 'least',
        x2: 'most',
        y: top((BOX_TOP + BOX_BOTTOM) / 2),
        stroke: 'currentColor',
      }),
      Plot.rect(boxes, {
        x1: 'lower',
        x2: 'upper',
        ...box,
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.ruleX(boxes, { x: 'median', ...box, stroke: 'var(--accent)', strokeWidth: 3 }),
      Plot.dot(boxes, {
        x: 'mean',
        y: top((BOX_TOP + BOX_BOTTOM) / 2),
        r: 3.5,
        symbol: 'diamond',
        fill: 'currentColor',
      }),
      Plot.dot(points, {
        className: 'strip',
        x: 'value',
        y: 'at',
        r: 3.5,
        fill: 'var(--accent)',
        fillOpacity: 0.45,
      }),
      Plot.tip(
        points,
        Plot.pointer({
          pointerEvents: 'none',
          x: 'value',
          y: 'at',
          title: ({ run, queryId, query, value }: (typeof points)[number]) =>
            `${run} ${score(value)}\n${queryId} ${query}`,
        }),
      ),
    ],
  });
  openOnClick(plot, '.strip circle', onPlace);
  return plot;
}

const top =
  (offset: number) =>
  ({ row }: Readonly<{ row: number }>): number =>
    row + offset;

const NUMBERS = ['least', 'lower', 'median', 'mean', 'upper', 'most'] as const;
const HEADS: Readonly<Record<string, string>> = {
  least: 'lowest',
  lower: 'lower quartile',
  upper: 'upper quartile',
  most: 'highest',
};

const columnsOf = (isRank: boolean): Column<RunSpread>[] => [
  words('run', ({ run }) => run),
  ...NUMBERS.map((name) =>
    numbers<RunSpread>(
      HEADS[name] ?? name,
      ({ spread }) => spread[name],
      (value) => formatScore(value, isRank),
    ),
  ),
];

/** How the values of each run spread over topics. */
export function SpreadView({ table, shown, focus, to }: ViewProps) {
  const navigate = useNavigate();
  const isRank = table.lower_is_better;
  const runs = useMemo(
    () =>
      (blockOf(table, focus.labels)?.runs ?? []).flatMap(({ run, values }) => {
        const points = shown.map(({ query_id: queryId, query, place }) => ({
          queryId,
          query,
          value: values[place] ?? 0,
        }));
        const spread = spreadOf(points.map(({ value }) => value));
        return spread === null ? [] : [{ run, spread, points }];
      }),
    [table, shown, focus.labels],
  );
  /** Every run has a dot for each topic that is shown. */
  const open = (place: number): void => {
    const topic = shown[place % shown.length];
    if (topic !== undefined && to !== null) navigate(to(topic.query_id));
  };
  const title = `${table.measure} of each run over topics, under ${focus.labels}`;
  const turned = isRank ? ' Lower is better, so the axis is turned: right is better.' : '';
  return (
    <>
      <Figure
        title={title}
        caption={
          `${title}. The box holds the middle half of the topics, the line in it is the median, ` +
          `the diamond the mean; whiskers reach the lowest and highest topic. ` +
          `Each dot is a topic.${turned} ${describeShown(shown, table)}`
        }
        draw={drawSpread}
        of={{ runs, isRank }}
        onPlace={to === null ? undefined : open}
        table={allRuns(table, focus.labels, shown, to)}
        axes={{ across: table.measure }}
        fileName={`spread-${table.measure}-${focus.labels}`}
      />
      <details className={parts.fold}>
        <summary>The numbers of each box</summary>
        <TableView table={{ name: 'Spread by run', columns: columnsOf(isRank), rows: runs }} />
      </details>
    </>
  );
}
