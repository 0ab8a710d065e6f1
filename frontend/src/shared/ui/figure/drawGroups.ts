import { highest, ticksUpTo } from '@/shared/ui/figure/groups';
import type { Group } from '@/shared/ui/figure/groups';
import { legend } from '@/shared/ui/figure/legend';
import { withoutMiddle } from '@/shared/ui/figure/look';
import { shades } from '@/shared/ui/figure/shades';
import { svgPart } from '@/shared/ui/figure/svg';

export const GROUPS_HEIGHT = 240;

const PLOT_HEIGHT = 180;
const [LETTER, LINE] = [7, 16];
const SHARE_OF_BARS = 0.8;
const WIDEST = 56;
const [MOST_SHADES, N_COLOURS] = [5, 8];
const WIDEST_SIGN = 4; // what a % takes beyond a letter
const LEAN = 40; // degrees, of names that have no room to lie
const LONGEST_LEANING = 24; // letters
const RADIANS = (LEAN * Math.PI) / 180;
const TOP = 8;

export type GroupsOptions = Readonly<{
  groups: readonly Group[];
  kinds: readonly string[];
  /** Of each kind; the colours of lines where nothing is said. */
  fills?: readonly string[] | undefined;
  isStacked?: boolean | undefined;
  /** No two ticks are closer: 1 of counts, and where labels would be the same. */
  leastStep?: number | undefined;
  /** Whether every name is to be read; numbers may be left out. */
  keepsNames?: boolean | undefined;
  format: (value: number) => string;
  axes: AxisTitles;
}>;

/** What a bar is of, below, and what its height counts, above the ticks. */
export type AxisTitles = Readonly<{ across: string; up: string }>;

type Scale = Readonly<{
  width: number;
  left: number;
  step: number;
  floor: number;
  heightOf: (value: number) => number;
}>;

const defaultFills = (n: number): readonly string[] =>
  n <= MOST_SHADES
    ? shades(n, n <= 3 ? 40 : 25).toReversed()
    : Array.from({ length: n }, (_, place) => `var(--line-${(place % N_COLOURS) + 1})`);

/** One bar, and what it says when it is pointed at. */
function barPart(
  box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
  fill: string,
  found: string,
): SVGElement {
  return svgPart('rect', { ...box, fill }, svgPart('title', {}, found));
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
    const beside = Object.entries(group.found ?? {}).map(([what, found]) => `\n${what}: ${found}`);
    const found = `${group.name}${of}: ${format(value)}${beside.join('')}`;
    return [barPart(box, fills[kind] ?? 'currentColor', found)];
  });
}

function whiskerOf({ interval }: Group, place: number, scale: Scale): SVGElement[] {
  if (interval === undefined) return [];
  const x = scale.left + (place + 0.5) * scale.step;
  const [y1, y2] = interval.map((value) => scale.floor - scale.heightOf(value)) as [number, number];
  return [svgPart('line', { x1: x, x2: x, y1, y2, stroke: 'currentColor', 'stroke-width': 1.5 })];
}

/** Whether every name is to be read and has no room to lie: then all lean. */
function leaningNames({ groups, keepsNames = false }: GroupsOptions, step: number): boolean {
  return keepsNames && (longestName(groups) + 1) * LETTER > step;
}

const longestName = (groups: readonly Group[]): number =>
  Math.max(1, ...groups.map(({ name }) => name.length));

/**
 * Which names have room beside each other; the last, which may be of all beyond, is one of them. It ends where the
 * picture does, so that it takes room of those before it.
 */
function namedPlaces(n: number, room: number, step: number): ReadonlySet<number> {
  const every = Math.ceil((room + LETTER) / step);
  const beforeLast = Math.ceil((room + LETTER + Math.max(0, (room - step) / 2)) / step);
  const last = n - 1;
  const places = Array.from({ length: n }, (_, place) => place);
  return new Set(
    places.filter((at) => at === last || (at % every === 0 && last - at >= beforeLast)),
  );
}

/** A name below, which lacks its middle where it leans and is long. */
const nameBelow = (name: string, leans: boolean): string =>
  leans ? withoutMiddle(name, LONGEST_LEANING) : name;

/** The names below: all of them, leaning where they have no room, or as many as there is room for. */
function namesBelow(options: GroupsOptions, scale: Scale) {
  const { groups, keepsNames = false } = options;
  const leans = leaningNames(options, scale.step);
  const longest = longestName(groups);
  const room = (leans ? Math.min(longest, LONGEST_LEANING) : longest) * LETTER;
  const named = namedPlaces(groups.length, room, scale.step);
  const y = scale.floor + LINE;
  const parts = groups.flatMap(({ name }, place) => {
    if (!keepsNames && !named.has(place)) return [];
    const half = (name.length * LETTER) / 2;
    const middle = scale.left + (place + 0.5) * scale.step;
    const x = leans ? middle : Math.min(Math.max(middle, half), scale.width - half);
    const turned = leans ? { transform: `rotate(${-LEAN} ${x} ${y})` } : {};
    const at = { x, y, fill: 'var(--soft)', 'text-anchor': leans ? 'end' : 'middle', ...turned };
    return [svgPart('text', at, nameBelow(name, leans))];
  });
  return { parts, height: leans ? room * Math.sin(RADIANS) + LINE : LINE + 4 };
}

/** Room on the left: for the ticks and, where names lean, for all of them. */
function roomLeft(options: GroupsOptions, ticks: readonly number[], width: number): number {
  const forTicks =
    Math.max(...ticks.map((tick) => options.format(tick).length)) * LETTER + 10 + WIDEST_SIGN;
  const n = Math.max(options.groups.length, 1);
  if (!leaningNames(options, (width - forTicks) / n)) return forTicks;
  const lefts = options.groups.map(({ name }, place) => {
    const reach = nameBelow(name, true).length * LETTER * Math.cos(RADIANS);
    const share = (place + 0.5) / n; // of the axis, that lies left of the name's end
    return (reach - width * share) / (1 - share);
  });
  return Math.max(forTicks, ...lefts);
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

/** The titles of both axes, at their ends. */
function titlesPart({ up, across }: AxisTitles, scale: Scale, top: number, bottom: number) {
  const look = { fill: 'var(--soft)', 'font-style': 'italic' };
  const middle = scale.left + (scale.width - scale.left) / 2;
  return [
    svgPart('text', { ...look, x: 0, y: top + LINE - 4 }, up),
    svgPart('text', { ...look, x: middle, y: bottom - 4, 'text-anchor': 'middle' }, across),
  ];
}

/** Groups of bars side by side or one upon the other, with an axis, names and what colours mean. */
export function drawGroups(options: GroupsOptions, width: number): SVGSVGElement {
  const { groups, kinds, isStacked = false, leastStep = Number.MIN_VALUE } = options;
  const ticks = ticksUpTo(highest(groups, isStacked), leastStep);
  const fills = options.fills ?? defaultFills(kinds.length);
  const entries = kinds.map((name, place) => ({ name, colour: fills[place] ?? 'currentColor' }));
  const key = kinds.length > 1 ? legend(entries, width) : null;
  const left = roomLeft(options, ticks, width);
  const scale: Scale = {
    width,
    left,
    step: (width - left) / Math.max(groups.length, 1),
    floor: (key?.height ?? 0) + LINE + TOP + PLOT_HEIGHT,
    heightOf: (value) => (value / (ticks.at(-1) ?? 1)) * PLOT_HEIGHT,
  };
  const names = namesBelow(options, scale);
  const height = scale.floor + names.height + LINE;
  return svgPart(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 },
    ...(key === null ? [] : [key.part]),
    ...titlesPart(options.axes, scale, key?.height ?? 0, height),
    ...ticksPart(ticks, scale, width, options),
    ...groups.flatMap((group, place) => barsOf(group, place, scale, options)),
    ...groups.flatMap((group, place) => whiskerOf(group, place, scale)),
    ...names.parts,
  );
}
