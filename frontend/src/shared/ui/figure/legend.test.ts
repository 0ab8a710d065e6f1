import { expect, it } from 'vitest';
import { legend } from '@/shared/ui/figure/legend';

const ENTRIES = [
  { name: 'traditional', colour: 'teal' },
  { name: 'neural', colour: 'brown', glyph: '■' },
];

it('shows a square of the colour, or the sign in that colour, before each name', () => {
  const { part } = legend(ENTRIES, 500);
  const [square, sign] = [...part.children].map((entry) => entry.firstElementChild);
  expect([square?.tagName, square?.getAttribute('fill')]).toEqual(['rect', 'teal']);
  expect([sign?.textContent, sign?.getAttribute('fill')]).toEqual(['■', 'brown']);
  expect([...part.children].map((entry) => entry.lastElementChild?.textContent)).toEqual([
    'traditional',
    'neural',
  ]);
});

it('takes as many lines as the width asks for', () => {
  const [wide, narrow] = [legend(ENTRIES, 500), legend(ENTRIES, 100)];
  expect(narrow.height - wide.height).toBe(20);
});
