import * as Plot from '@observablehq/plot';
import type { DesignPreview } from '@/api/types';
import { halfWidthsAt } from '@/features/campaign/setup/draft/design';
import { counted, formatCount, formatScore } from '@/shared/format/numbers';
import { legend } from '@/shared/ui/figure/legend';
import { LOOK } from '@/shared/ui/figure/look';

export const EXPECTED_HEIGHT = 300;

/** Below this share of what can be drawn, intervals are too wide to be of use. */
const LEAST_SHARE = 0.05;

/** Half-widths of the expected intervals after so many pairs. */
export type ExpectedRow = Readonly<{ n: number; topics: number; like: number; these: number }>;

type Found = Pick<
  DesignPreview,
  'n' | 'n_topics' | 'half_like' | 'half_these' | 'half_all' | 'n_frame' | 'n_drawable'
>;

export type ExpectedOptions = Readonly<{ found: Found; n: number }>;

export const sayHalf = (half: number): string => `±${formatScore(half)}`;

/** A row for each number of pairs that is planned for. */
export const expectedRows = ({ n, n_topics, half_like, half_these }: Found): ExpectedRow[] =>
  n.flatMap((pairs, at) => {
    const [topics, like, these] = [n_topics[at], half_like[at], half_these[at]];
    if (topics === undefined || like === undefined || these === undefined) return [];
    return [{ n: pairs, topics, like, these }];
  });

/** What is drawn: rows from the least share, or the chosen number, with that number among them. */
export function shownRows({ found, n }: ExpectedOptions): Omit<ExpectedRow, 'topics'>[] {
  const least = Math.min(n, LEAST_SHARE * found.n_drawable);
  const chosen = halfWidthsAt(found, n);
  const rows = expectedRows(found).filter((row) => row.n >= least && row.n !== n);
  return [...rows, ...(chosen === null ? [] : [{ n, ...chosen }])].toSorted((a, b) => a.n - b.n);
}

const ENTRIES = [
  { name: 'topics like these', colour: 'var(--accent)', glyph: '━' },
  { name: 'these topics', colour: 'var(--soft)', glyph: '╍' },
];

const [LEFT, RIGHT, TICK] = [44, 16, 90];

/** The expected half-widths by pairs judged, with the chosen number, and the line of all pairs. */
export function drawExpected(width: number, { found, n }: ExpectedOptions): Element {
  const rows = shownRows({ found, n });
  const chosen = rows.filter((row) => row.n === n);
  const all = `all ${counted(found.n_frame, 'pair')}: ${sayHalf(found.half_all)}`;
  const key = legend([...ENTRIES, { name: all, colour: 'var(--warn)', glyph: '┅' }], width);
  const isLate = n > found.n_frame / 2;
  const drawing = Plot.plot({
    width,
    height: EXPECTED_HEIGHT,
    marginTop: key.height + 12,
    marginLeft: LEFT,
    marginRight: RIGHT,
    marginBottom: 42,
    style: LOOK,
    x: {
      domain: [0, found.n_frame],
      label: 'pairs judged, one vote each',
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 38,
      ticks: Math.max(2, Math.min(8, Math.floor((width - LEFT - RIGHT) / TICK))),
      tickFormat: formatCount,
    },
    y: {
      domain: [
        0,
        Math.max(found.half_all, ...rows.map(({ like, these }) => Math.max(like, these))),
      ],
      label: null,
      grid: true,
      ticks: 5,
      tickFormat: (y: number) => (y === 0 ? '0' : sayHalf(y)),
    },
    marks: [
      Plot.ruleY([found.half_all], { stroke: 'var(--warn)', strokeDasharray: '3 4' }),
      Plot.ruleX(chosen, { x: 'n', y1: 0, y2: 'like', stroke: 'var(--accent)' }),
      Plot.line(rows, {
        ...{ x: 'n', y: 'these', stroke: 'var(--soft)', strokeWidth: 2 },
        strokeDasharray: '6 4',
      }),
      Plot.line(rows, { x: 'n', y: 'like', stroke: 'var(--accent)', strokeWidth: 2.5 }),
      Plot.dot(chosen, { x: 'n', y: 'like', r: 6, fill: 'var(--accent)' }),
      Plot.text(chosen, {
        ...{ x: 'n', y: 'like', dx: isLate ? -10 : 10, dy: -10, fontWeight: 600 },
        textAnchor: isLate ? 'end' : 'start',
        text: ({ like }: { like: number }) => `${counted(n, 'pair')}: ${sayHalf(like)}`,
      }),
    ],
  });
  drawing.append(key.part);
  return drawing;
}
