import * as Plot from '@observablehq/plot';
import { directionOf } from '@/shared/evaluation/direction';
import type { Direction } from '@/shared/evaluation/direction';
import { formatDifference } from '@/shared/format/numbers';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';

const FILL: Readonly<Record<Direction, string>> = {
  better: 'var(--better)',
  worse: 'var(--worse)',
  equal: 'var(--edge)',
};

type TopicBar = Readonly<{ query: string; difference: number }>;

type Options = Readonly<{
  /** In the order to be drawn. */
  topics: readonly TopicBar[];
  isRank: boolean;
  width: number;
  /** What a click on a bar does, by its place; the table has a link for everybody else. */
  onTopic?: OnPlace;
}>;

type Bar = Readonly<{ index: number; difference: number; query: string; fill: string }>;

/** One bar a topic. Up is better, whichever way the measure points. */
export function drawTopics({ topics, isRank, width, onTopic }: Options): Element {
  const bars: Bar[] = topics.map(({ difference, query }, index) => ({
    index,
    query,
    difference,
    fill: FILL[directionOf(difference, isRank)],
  }));
  const gap = width / Math.max(bars.length, 1) > 4 ? 1 : 0;
  const tip = ({ query, difference }: Bar): string =>
    `${query}\n${formatDifference(difference, isRank)}`;
  const plot = Plot.plot({
    width,
    height: 300,
    marginLeft: 60,
    marginBottom: 10,
    style: { background: 'transparent', fontSize: '12px', fontFamily: 'inherit' },
    x: { axis: null },
    y: {
      label: null,
      grid: true,
      reverse: isRank,
      nice: true,
      tickFormat: (y: number) => (y === 0 ? '0' : formatDifference(y, isRank)),
    },
    marks: [
      Plot.rectY(bars, {
        x1: ({ index }: Bar) => index,
        x2: ({ index }: Bar) => index + 1,
        y: 'difference',
        fill: 'fill',
        insetLeft: gap,
        insetRight: gap,
      }),
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.tip(
        bars,
        Plot.pointerX({ x: ({ index }: Bar) => index + 0.5, y: 'difference', title: tip }),
      ),
    ],
  });
  openOnClick(plot, '[aria-label=rect] rect', onTopic);
  return plot;
}
