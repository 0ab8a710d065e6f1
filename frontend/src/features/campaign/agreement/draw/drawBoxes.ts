import * as Plot from '@observablehq/plot';
import { LOOK, shortened, tick } from '@/shared/ui/figure/look';
import type { Spread } from '@/shared/ui/figure/spread';
import { formatScore } from '@/shared/format/numbers';

const [ROOM_FOR_NAME, LEFT, LONGEST_NAME] = [26, 46, 16];
/** More boxes than find room are left out: the table has them. On a phone each has its name. */
const NARROWEST_BOX = 9;
const PHONE = 600;
/** How far down a name reaches that is turned so far, for each of its letters. */
const [TURNED, LETTER_DEPTH] = [-60, 6.2];

/** A topic, by its place among all of them. */
export type Box = Spread & Readonly<{ place: number; name: string; alpha: number | null }>;

const tip = ({ name, median, mean, alpha }: Box): string =>
  `${name}\nmedian ${median}, mean ${mean.toFixed(2)}\nα ${formatScore(alpha)}`;

/** A box for each topic: whiskers from its lowest to its highest grade, a dot at the mean. */
export function drawBoxes(all: readonly Box[], scale: readonly number[], width: number): Element {
  const narrowest = width < PHONE ? ROOM_FOR_NAME : NARROWEST_BOX;
  const boxes = all.slice(0, Math.max(1, Math.floor((width - LEFT) / narrowest)));
  const cut = boxes.length < all.length ? [`the first ${boxes.length} of ${all.length}`] : [];
  const x = { x: 'place' } as const;
  const named = new Map(boxes.map(({ place, name }) => [place, name]));
  const isNamed = (width - LEFT) / boxes.length >= ROOM_FOR_NAME;
  const longest = Math.max(...boxes.map(({ name }) => shortened(name, LONGEST_NAME).length), 0);
  const below = isNamed ? longest * LETTER_DEPTH + 16 : 24;
  return Plot.plot({
    width,
    height: 240 + below,
    marginLeft: LEFT,
    marginTop: 24,
    marginBottom: below,
    style: LOOK,
    x: {
      type: 'band',
      domain: boxes.map(({ place }) => place),
      label: null,
      tickRotate: isNamed ? TURNED : 0,
      ...(!isNamed && { ticks: [] }),
      tickFormat: (place: number) => shortened(named.get(place) ?? '', LONGEST_NAME),
      padding: 0.35,
    },
    y: {
      domain: [Math.min(...scale), Math.max(...scale)],
      ticks: scale,
      tickFormat: tick,
      label: null,
      grid: true,
    },
    marks: [
      Plot.text(cut, {
        frameAnchor: 'top-right',
        dy: -18,
        fill: 'currentColor',
        text: (d: string) => d,
      }),
      Plot.ruleX(boxes, { ...x, y1: 'least', y2: 'most', stroke: 'currentColor' }),
      Plot.barY(boxes, {
        ...x,
        y1: 'lower',
        y2: 'upper',
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.tickY(boxes, { ...x, y: 'median', stroke: 'var(--accent)', strokeWidth: 3 }),
      Plot.dot(boxes, { ...x, y: 'mean', r: 2.5, fill: 'currentColor' }),
      Plot.tip(boxes, Plot.pointerX({ ...x, y: 'mean', title: tip })),
    ],
  });
}
