import { expect, it } from 'vitest';
import { lineStyle, nameIn } from '@/features/comparison/order/lineStyles';
import { placeNames } from '@/features/comparison/order/placeNames';

const ROOM = { left: 0, right: 400, top: 0, bottom: 300 };

it('a name stands beside its dot, and on the other side at the edge', () => {
  const [middle, right] = placeNames(
    [
      { x: 100, y: 100, name: 'bm25' },
      { x: 395, y: 200, name: 'bm25' },
    ],
    ROOM,
  );
  expect(middle).toMatchObject({ y: 100, anchor: 'start' });
  expect(right).toMatchObject({ y: 200, anchor: 'end' });
});

it('names of dots that lie together stand apart', () => {
  const dots = ['a', 'b', 'c'].map((name) => ({ x: 200, y: 150, name: `a-long-${name}` }));
  const sides = placeNames(dots, ROOM).map((place) => `${place?.anchor} ${place?.y}`);
  expect(new Set(sides).size).toBe(3);
});

it('a name that would hide others is left out, but for the one that is kept', () => {
  const dots = Array.from({ length: 60 }, (_, at) => ({
    ...{ x: 200, y: 150, name: `a-rather-long-name-${at}`, isKept: at === 59 },
  }));
  const places = placeNames(dots, ROOM);
  expect(places.filter((place) => place === null).length).toBeGreaterThan(20);
  expect(places[59]).not.toBeNull();
});

it('a short form keeps both ends of a name', () => {
  expect(nameIn('run-bert-large-29', 30 + 7 * 9)).toBe('run-…e-29');
  expect(nameIn('bm25', 100)).toBe('bm25');
});

it('thirty lines all look different', () => {
  const looks = Array.from({ length: 30 }, (_, at) => Object.values(lineStyle(at)).join());
  expect(new Set(looks).size).toBe(30);
});
