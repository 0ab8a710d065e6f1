import { expect, it } from 'vitest';
import { drawGroups } from '@/shared/ui/figure/drawGroups';
import { ticksUpTo } from '@/shared/ui/figure/groups';

const GROUPS = [
  { name: 'one', values: [1, 3] },
  { name: 'another', values: [2, null] },
];
const AXES = { across: 'query', up: 'words' };
const OPTIONS = { groups: GROUPS, kinds: ['a', 'b'], format: String, axes: AXES };

/** Height and the text of each bar; those of the legend tell nothing. */
const barsOf = (svg: SVGSVGElement): readonly (readonly [number, string])[] =>
  [...svg.querySelectorAll('rect')].flatMap((rect) => {
    const found = rect.querySelector('title')?.textContent;
    return found === undefined ? [] : [[Number(rect.getAttribute('height')), found] as const];
  });

it.each([
  [7, 1, [0, 2, 4, 6, 8]],
  [2, 1, [0, 1, 2]],
  [0, 1, [0, 1]],
  [0.3, 0, [0, 0.1, 0.2, 0.3]],
  [1000, 1, [0, 500, 1000]],
  [0.004, 0.01, [0, 0.01]],
])('ticks up to %s are round', (most, least, ticks) => {
  expect(ticksUpTo(most, least)).toEqual(ticks);
});

it('bars are as high as their values, and what has none is not drawn', () => {
  const [one, three, two] = barsOf(drawGroups(OPTIONS, 400));
  expect([one?.[1], three?.[1], two?.[1]]).toEqual(['one, a: 1', 'one, b: 3', 'another, a: 2']);
  expect(three?.[0]).toBeCloseTo(3 * (one?.[0] ?? 0));
  expect(barsOf(drawGroups(OPTIONS, 400))).toHaveLength(3);
});

it('stacked, a group is as high as the sum of its values', () => {
  const svg = drawGroups({ ...OPTIONS, isStacked: true }, 400);
  const [one, three] = [...svg.querySelectorAll('rect:has(title)')];
  const [low, high] = [one, three].map((rect) => Number(rect?.getAttribute('y')));
  expect((high ?? 0) + Number(three?.getAttribute('height'))).toBeCloseTo(low ?? NaN);
});

it('numbers that have no room are left out below, words that are to be read lean', () => {
  const groups = Array.from({ length: 50 }, (_, n) => ({ name: `topic-${n}`, values: [n] }));
  const few = drawGroups({ ...OPTIONS, groups, kinds: ['a'] }, 300);
  const all = drawGroups({ ...OPTIONS, groups, kinds: ['a'], keepsNames: true }, 300);
  const named = (svg: SVGSVGElement): number =>
    [...svg.querySelectorAll('text')].filter(({ textContent: found }) => found.startsWith('topic'))
      .length;
  expect(named(few)).toBeLessThan(6);
  expect(few.textContent).toContain('topic-49');
  expect(named(all)).toBe(50);
  expect(all.querySelectorAll('text[transform^=rotate]')).toHaveLength(50);
});

it.each([
  [false, 'topic-of-', 41],
  [true, 'labels of all the topics of the campaign: relevant or not ', 6],
])('names below neither overlap nor end outside (all of them: %s)', (keepsNames, start, n) => {
  const groups = Array.from({ length: n }, (_, place) => ({
    name: `${start}${place + 100}`,
    values: [place],
  }));
  const svg = drawGroups({ ...OPTIONS, groups, kinds: ['a'], keepsNames }, 330);
  const names = [...svg.querySelectorAll('text')].filter(({ textContent: found }) =>
    found.startsWith(start.slice(0, 6)),
  );
  const xs = names.map((one) => Number(one.getAttribute('x')));
  const length = (names[0]?.textContent.length ?? 0) * 7;
  if (keepsNames) expect(Math.min(...xs)).toBeGreaterThanOrEqual(length * Math.cos(0.7) - 1);
  else expect(xs[0]).toBeGreaterThanOrEqual(length / 2);
  if (!keepsNames)
    xs.slice(1).forEach((x, place) => expect(x - (xs[place] ?? 0)).toBeGreaterThanOrEqual(length));
});

it('both axes have a title', () => {
  const found = [...drawGroups(OPTIONS, 400).querySelectorAll('text')].map(
    (one) => one.textContent,
  );
  expect(found).toEqual(expect.arrayContaining(['words', 'query']));
});
