export const WIDTH = 640;
export const HEIGHT = 150;
const MAX_POINTS = 200;

export type Point = Readonly<{ x: number; y: number }>;

/** The point of a depth in the picture, which starts at depth 0 with no pairs. */
export const pointAt = (depth: number, pairs: readonly number[]): Point => {
  const most = Math.max(...pairs.slice(-1), 1);
  return {
    x: (depth / Math.max(pairs.length, 1)) * WIDTH,
    y: HEIGHT - ((pairs[depth - 1] ?? 0) / most) * HEIGHT,
  };
};

/** The size of the pool by depth, as an SVG path; of very deep runs not every depth is drawn. */
export function curvePath(pairs: readonly number[]): string {
  const step = Math.max(1, Math.ceil(pairs.length / MAX_POINTS));
  const depths = pairs.map((_, i) => i + 1).filter((depth) => depth % step === 0);
  if (depths.at(-1) !== pairs.length) depths.push(pairs.length);
  const points = depths.map((depth) => pointAt(depth, pairs));
  return `M0,${HEIGHT} ` + points.map(({ x, y }) => `L${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

const APART = 0.08;

/** Which depths are written below the picture: the ends, unless the chosen one is close by. */
export function depthTicks(depth: number, deepest: number): { at: number; share: number }[] {
  const shareOf = (at: number) => at / Math.max(deepest, 1);
  const isFree = (end: number) => Math.abs(shareOf(depth) - shareOf(end)) > APART;
  return [...[0, deepest].filter(isFree), depth]
    .sort((a, b) => a - b)
    .map((at) => ({ at, share: shareOf(at) }));
}
