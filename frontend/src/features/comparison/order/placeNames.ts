export type Placed = Readonly<{ x: number; y: number; anchor: 'start' | 'end' }>;
type Dot = Readonly<{ x: number; y: number; name: string }>;
type Box = Readonly<{ left: number; right: number; top: number; bottom: number }>;

const [LETTER_WIDTH, HEIGHT, DOT] = [6.4, 14, 6];
/** How far aside of its dot a name may stand, and how far above or below, the nearest first. */
const ASIDE = 9;
const HEIGHTS = [0, -12, 12, -24, 24, -36, 36, -50, 50];

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

/** A place for each name near its dot, within the width, where it hides the least of dots and other names. */
export function placeNames(
  dots: readonly Dot[],
  [width, height]: readonly [number, number],
): Placed[] {
  const taken: Box[] = dots.map(({ x, y }) => ({
    ...{ left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT },
  }));
  const outside = ({ left, right, top, bottom }: Box): number =>
    Math.max(0, -left, right - width) + Math.max(0, -top, bottom - height);
  return dots.map((dot) => {
    const costs = around(dot).map((place) => {
      const box = boxOf(place, dot.name);
      const hidden = taken.reduce((sum, other) => sum + overlap(box, other), 0);
      return { place, box, cost: hidden + 1000 * outside(box) };
    });
    const best = costs.reduce((least, one) => (one.cost < least.cost ? one : least));
    taken.push(best.box);
    return best.place;
  });
}
