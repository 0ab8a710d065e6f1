import * as Plot from '@observablehq/plot';
import { differenceOf, directionOf } from '@/shared/evaluation/direction';
import { formatScore } from '@/shared/format/numbers';
import { LOOK, shortened } from '@/shared/ui/figure/look';
import { openOnClick } from '@/shared/ui/figure/openOnClick';
import type { Spot } from '@/features/comparison/topics/table/spots';

const [LARGEST, MARGIN, LETTER_WIDTH] = [560, 52, 8];
const [RADIUS, GROWTH, WIDEST] = [5, 2.5, 16];
const MOST_NAMED = 5;

const FILL = { better: 'var(--better)', worse: 'var(--worse)', equal: 'var(--soft)' } as const;
const SYMBOL = { better: 'triangle', worse: 'square', equal: 'circle' } as const;

type Options = Readonly<{
  spots: readonly Spot[];
  xName: string;
  yName: string;
  isRank: boolean;
  width: number;
  onSpot: (place: number) => void;
}>;

/** The area grows by topic, up to a point: two look like two. */
const radiusOf = ({ topics }: Spot): number =>
  Math.min(RADIUS + GROWTH * Math.sqrt(topics.length - 1), WIDEST);

/** The ends of both axes, which are the same: 0 and 1 where all values lie between. */
function domainOf(spots: readonly Spot[]): [number, number] {
  const values = spots.flatMap(({ x, y }) => [x, y]);
  return [Math.min(0, ...values), Math.max(1, ...values)];
}

/** Topics by two values each. Above the diagonal the one at the side is the better, whichever way the measure points. */
export function drawScatter(options: Options): Element {
  const { spots, xName, yName, isRank, width, onSpot } = options;
  const side = Math.min(width, LARGEST);
  const domain = domainOf(spots);
  const way = ({ x, y }: Spot) => directionOf(differenceOf(x, y), isRank);
  const score = (value: number): string => formatScore(value, isRank);
  const named = ({ topics }: Spot): string => {
    const first = topics.slice(0, MOST_NAMED).map(({ query_id: id, query }) => `${id} ${query}`);
    const more = topics.length - first.length;
    return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  };
  const room = Math.floor((side - MARGIN) / LETTER_WIDTH) - 4;
  const axis = { domain, nice: true, grid: true, reverse: isRank, tickFormat: score } as const;
  const at = { x: 'x', y: 'y' } as const;
  const plot = Plot.plot({
    width: side,
    height: side,
    marginLeft: MARGIN,
    marginBottom: MARGIN,
    marginTop: 30,
    marginRight: 26,
    style: LOOK,
    x: { ...axis, label: shortened(xName, room), labelAnchor: 'center', labelArrow: 'none' },
    y: { ...axis, label: shortened(yName, room), labelArrow: 'none' },
    symbol: { type: 'identity' },
    r: { type: 'identity' },
    marks: [
      Plot.line(
        [domain, domain].map(([low, high], end) => (end === 0 ? [low, low] : [high, high])),
        {
          stroke: 'currentColor',
          strokeOpacity: 0.5,
          strokeDasharray: '4 4',
        },
      ),
      Plot.dot(spots, {
        ...at,
        r: radiusOf,
        symbol: (spot: Spot) => SYMBOL[way(spot)],
        fill: (spot: Spot) => FILL[way(spot)],
        fillOpacity: 0.7,
        stroke: 'var(--plot-background)',
        sort: null,
      }),
      Plot.tip(
        spots,
        Plot.pointer({
          pointerEvents: 'none',
          ...at,
          title: (spot: Spot) => `${named(spot)}\n${score(spot.x)} → ${score(spot.y)}`,
        }),
      ),
    ],
  });
  openOnClick(plot, '[aria-label=dot] > *', onSpot);
  return plot;
}
