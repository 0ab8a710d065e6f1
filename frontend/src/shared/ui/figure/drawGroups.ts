import { highest, ticksUpTo } from '@/shared/ui/figure/groups';
import type { Group } from '@/shared/ui/figure/groups';
import { legend } from '@/shared/ui/figure/legend';
import { svgPart } from '@/shared/ui/figure/svg';

export const GROUPS_HEIGHT = 240;

const PLOT_HEIGHT = 180;
const [LETTER, LINE] = [7, 16];
const SHARE_OF_BARS = 0.8;
const WIDEST = 56;
const N_COLOURS = 8;
const LEAN = 40; // degrees, of names that have no room to lie
const TOP = 8;

export type GroupsOptions = Readonly<{
  groups: readonly Group[];
  kinds: readonly string[];
  /** Of each kind; the colours of lines where nothing is said. */
  fills?: readonly string[] | undefined;
  isStacked?: boolean | undefined;
  /** Whether values are counts: no tick stands between two of them. */
  isWhole?: boolean | undefined;
  /** Whether every name is to be read; numbers may be left out. */
  keepsNames?: boolean | undefined;
  format: (value: number) => string;
}>;

type Scale = Readonly<{
  left: number;
  step: number;
  floor: number;
  heightOf: (value: number) => number;
}>;

const defaultFills = (n: number): readonly string[] =>
  n === 1
    ? ['var(--accent)']
    : Array.from({ length: n }, (_, place) => `var(--line-${(place % N_COLOURS) + 1})`);

/** One bar, and what it says when it is pointed at. */
function barPart(
  box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
  fill: string,
  told: string,
): SVGElement {
  return svgPart('rect', { ...box, fill }, svgPart('title', {}, told));
}

function barsOf(group: Group, place: number, scale: Scale, options: GroupsOptions): SVGElement[] {
  const { kinds, isStacked = false, format } = options;
  const fills = options.fills ?? defaultFills(kinds.length);
  const nBeside = isStacked ? 1 : kinds.length;
  const wide = Math.min((SHARE_OF_BARS * scale.step) / nBeside, WIDEST);
  const start = scale.left + (place + 0.5) * scale.step - (nBeside * wide) / 2;
  let below = 0;
  return group.values.flatMap((value, kind) => {
    if (value === null) return [];
    const [height, raised] = [scale.heightOf(value), isStacked ? below : 0];
    below += height;
    const box = {
      x: start + (isStacked ? 0 : kind * wide),
      y: scale.floor - raised - height,
      width: wide,
      height,
    };
    const of = kinds.length > 1 ? `, ${kinds[kind] ?? ''}` : '';
    const beside = Object.entries(group.told ?? {}).map(([what, told]) => `\n${what}: ${told}`);
    const told = `${group.name}${of}: ${format(value)}${beside.join('')}`;
    return [barPart(box, fills[kind] ?? 'currentColor', told)];
  });
}

function whiskerOf({ interval }: Group, place: number, scale: Scale): SVGElement[] {
  if (interval === undefined) return [];
  const x = scale.left + (place + 0.5) * scale.step;
  const [y1, y2] = interval.map((value) => scale.floor - scale.heightOf(value)) as [number, number];
  return [svgPart('line', { x1: x, x2: x, y1, y2, stroke: 'currentColor', 'stroke-width': 1.5 })];
}

/** The names below: all of them, leaning where they have no room, or as many as there is room for. */
function namesBelow(groups: readonly Group[], scale: Scale, keepsNames: boolean) {
  const longest = Math.max(1, ...groups.map(({ name }) => name.length));
  const isTight = (longest + 1) * LETTER > scale.step;
  const leans = keepsNames && isTight;
  const every = keepsNames ? 1 : Math.ceil(((longest + 1) * LETTER) / scale.step);
  const height = leans ? longest * LETTER * Math.sin((LEAN * Math.PI) / 180) + LINE : LINE + 4;
  const y = scale.floor + LINE;
  const parts = groups.flatMap(({ name }, place) => {
    if (place % every !== 0) return [];
    const x = scale.left + (place + 0.5) * scale.step;
    const turned = leans ? { transform: `rotate(${-LEAN} ${x} ${y})` } : {};
    const at = { x, y, fill: 'var(--soft)', 'text-anchor': leans ? 'end' : 'middle', ...turned };
    return [svgPart('text', at, name)];
  });
  return { parts, height };
}

function ticksPart(ticks: readonly number[], scale: Scale, width: number, options: GroupsOptions) {
  return ticks.flatMap((tick) => {
    const y = scale.floor - scale.heightOf(tick);
    const rule = { x1: scale.left, x2: width, y1: y, y2: y, stroke: 'var(--edge)' };
    const text = { x: scale.left - 6, y: y + 4, fill: 'var(--soft)', 'text-anchor': 'end' };
    return [
      svgPart('line', { ...rule, 'stroke-opacity': tick === 0 ? 1 : 0.5 }),
      svgPart('text', text, options.format(tick)),
    ];
  });
}

/** Groups of bars side by side or one upon the other, with an axis, names and what colours mean. */
export function drawGroups(options: GroupsOptions, width: number): SVGSVGElement {
  const { groups, kinds, isStacked = false, isWhole = false, keepsNames = false } = options;
  const ticks = ticksUpTo(highest(groups, isStacked), isWhole);
  const fills = options.fills ?? defaultFills(kinds.length);
  const entries = kinds.map((name, place) => ({ name, colour: fills[place] ?? 'currentColor' }));
  const key = kinds.length > 1 ? legend(entries, width) : null;
  const left = Math.max(...ticks.map((tick) => options.format(tick).length)) * LETTER + 10;
  const scale: Scale = {
    left,
    step: (width - left) / Math.max(groups.length, 1),
    floor: (key?.height ?? 0) + TOP + PLOT_HEIGHT,
    heightOf: (value) => (value / (ticks.at(-1) ?? 1)) * PLOT_HEIGHT,
  };
  const names = namesBelow(groups, scale, keepsNames);
  const height = scale.floor + names.height;
  return svgPart(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 },
    ...(key === null ? [] : [key.part]),
    ...ticksPart(ticks, scale, width, options),
    ...groups.flatMap((group, place) => barsOf(group, place, scale, options)),
    ...groups.flatMap((group, place) => whiskerOf(group, place, scale)),
    ...names.parts,
  );
}
