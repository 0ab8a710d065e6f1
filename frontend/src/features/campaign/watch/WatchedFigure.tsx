import { useCallback, useMemo } from 'react';
import * as Plot from '@observablehq/plot';
import type { WatchedRuns } from '@/api/types';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { LOOK } from '@/shared/ui/figure/look';

/** After so many topics: the mean difference and what it lies in, null where nothing is tenable. */
type Look = Readonly<{ n: number; mean: number; low: number | null; high: number | null }>;

type Options = Readonly<{ looks: readonly Look[]; nPlanned: number; width: number }>;

/** The mean difference as topics come in, within the interval that holds at every look. */
function drawWatched({ looks, nPlanned, width }: Options): Element {
  return Plot.plot({
    width,
    height: 300,
    marginLeft: 60,
    style: LOOK,
    x: { label: 'topics done', domain: [1, Math.max(nPlanned, 2)], tickFormat: 'd' },
    y: {
      label: null,
      grid: true,
      domain: [-1, 1],
      tickFormat: (y: number) => (y === 0 ? '0' : formatDifference(y, false)),
    },
    marks: [
      Plot.areaY(looks, {
        x: 'n',
        y1: 'low',
        y2: 'high',
        fill: 'var(--accent)',
        fillOpacity: 0.18,
        curve: 'step-after',
      }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.lineY(looks, { x: 'n', y: 'mean', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(looks, { x: 'n', y: 'mean', r: 3, fill: 'var(--accent)' }),
    ],
  });
}

type Topic = WatchedRuns['topics'][number];
type Props = Readonly<{ watched: WatchedRuns; baseline: string; run: string }>;

const apart = (value: number | null): string =>
  value === null ? 'none' : formatDifference(value, false);

const columnsOf = (baseline: string, run: string): Column<Topic>[] => [
  words('topic', ({ query_id: queryId }) => queryId),
  words('query', ({ query }) => query),
  numbers(
    baseline,
    (topic) => topic.baseline,
    (value) => formatScore(value, false),
  ),
  numbers(
    run,
    (topic) => topic.run,
    (value) => formatScore(value, false),
  ),
  numbers('difference', ({ difference }) => difference, apart),
  numbers('mean so far', ({ mean }) => mean, apart),
  numbers('low', ({ low }) => low, apart),
  numbers('high', ({ high }) => high, apart),
];

export function WatchedFigure({ watched, baseline, run }: Props) {
  const { topics, measure, n_planned: nPlanned } = watched;
  const looks = useMemo(
    () => topics.map(({ mean, low, high }, place) => ({ n: place + 1, mean, low, high })),
    [topics],
  );
  const draw = useCallback(
    (width: number) => drawWatched({ looks, nPlanned, width }),
    [looks, nPlanned],
  );
  const title = `${measure}, ${run} minus ${baseline}, topic after topic`;
  return (
    <Figure
      title={title}
      caption={`${title}. Above 0, ${run} is better. The band holds the mean over all topics of the campaign at every look together.${watched.is_simulated ? ' Votes are of simulated assessors.' : ''}`}
      draw={draw}
      table={{
        name: 'Topics in the order in which they were done',
        columns: columnsOf(baseline, run),
        rows: topics,
      }}
      fileName={`watch-${measure}-${run}-${baseline}`}
    />
  );
}
