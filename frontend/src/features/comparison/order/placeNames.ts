export type Placed = Readonly<{ x: number; y: number; anchor: 'start' | 'end' }>;
type Dot = Readonly<{ x: number; y: number; name: string; isKept?: boolean }>;
export type Box = Readonly<{ left: number; right: number; top: number; bottom: number }>;

const [LETTER_WIDTH, HEIGHT, DOT] = [6.4, 14, 6];
/** How far aside of its dot a name may stand, and how far above or below, the nearest first. */
const ASIDE = 9;
const HEIGHTS = [0, -13, 13, -26, 26, -39, 39, -52, 52, -65, 65, 78, 91];
/** The part of a name that may be hidden. */
const MOST_HIDDEN = 0.12;

const overlap = (one: Box, other: Box): number => {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
};

const boxOf = ({ x, y, anchor }: Placed, name: string): Box => {
  const long = name.length * LETTER_WIDTH;
  const left = anchor === 'start' ? x : x - long;
  return { left, right: left + long, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 };
};

const around = ({ x, y }: Dot): Placed[] =>
  HEIGHTS.flatMap((by) => [
    { x: x + ASIDE, y: y + by, anchor: 'start' as const },
    { x: x - ASIDE, y: y + by, anchor: 'end' as const },
  ]);

/**
 * A place for each name near its dot and within the frame, where it hides the least of dots and
 * other names; null where it would hide too much. What is kept is placed first, and always.
 */
export function placeNames(
  dots: readonly Dot[],
  { left: start, right: end, top: ceiling, bottom: floor }: Box,
): (Placed | null)[] {
  const taken: Box[] = dots.map(({ x, y }) => ({
    ...{ left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT },
  }));
  const outside = ({ left, right, top, bottom }: Box): number =>
    Math.max(0, start - left, right - end) + Math.max(0, ceiling - top, bottom - floor);
  const places = new Map<Dot, Placed>();
  const order = dots.toSorted((a, b) => Number(b.isKept ?? false) - Number(a.isKept ?? false));
  for (const dot of order) {
    const costs = around(dot).map((place) => {
      const box = boxOf(place, dot.name);
      const hidden = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      return { place, box, cost: hidden + 1000 * outside(box) };
    });
    const best = costs.reduce((least, one) => (one.cost < least.cost ? one : least));
    const most = MOST_HIDDEN * dot.name.length * LETTER_WIDTH * HEIGHT;
    if (dot.isKept !== true && best.cost > most) continue;
    taken.push(best.box);
    places.set(dot, best.place);
  }
  return dots.map((dot) => places.get(dot) ?? null);
}
