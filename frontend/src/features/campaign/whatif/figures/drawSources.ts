import * as Plot from '@observablehq/plot';
import { formatShare } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

export type Share = Readonly<{ source: string; share: number }>;

const COLOURS = [
  'var(--accent)',
  'color-mix(in oklab, var(--accent) 50%, var(--raised))',
  'var(--edge)',
];

/** One bar, divided by where the uncertainty comes from. */
export function drawSources(width: number, shares: readonly Share[]): Element {
  const starts = shares.map((_, at) =>
    shares.slice(0, at).reduce((sum, { share }) => sum + share, 0),
  );
  const rows = shares.map((row, at) => {
    const start = starts[at] ?? 0;
    return { ...row, start, end: start + row.share, colour: COLOURS[at] ?? 'var(--edge)' };
  });
  return Plot.plot({
    width,
    height: 62,
    margin: 0,
    marginBottom: 22,
    style: LOOK,
    x: { axis: null, domain: [0, 1] },
    color: { type: 'identity' },
    marks: [
      Plot.barX(rows, { x1: 'start', x2: 'end', fill: 'colour', insetTop: 6, insetBottom: 4 }),
      Plot.text(rows, {
        x: ({ start, end }: { start: number; end: number }) => (start + end) / 2,
        frameAnchor: 'bottom',
        dy: 18,
        filter: ({ share }: Share) => share * width > 74,
        text: ({ source, share }: Share) => `${source} ${formatShare(share)}`,
      }),
    ],
  });
}
