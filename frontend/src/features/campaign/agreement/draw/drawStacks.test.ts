import { expect, it } from 'vitest';
import { drawStacks } from '@/features/campaign/agreement/draw/drawStacks';

const CATEGORIES = [
  { grade: 0, name: '0 off', colour: '#111111' },
  { grade: 1, name: '1 on', colour: '#eeeeee' },
];

it('a bar is divided by the shares of its grades, each in its own colour', () => {
  const drawing = drawStacks(453, {
    stacks: [{ name: 'otter', nByGrade: [3, 1] }],
    categories: CATEGORIES,
  });
  const bars = [...drawing.querySelectorAll<SVGElement>('g[transform] > rect')];
  expect(bars.map((bar) => Number(bar.getAttribute('width')))).toEqual([300, 100]);
  expect(bars.map((bar) => bar.style.getPropertyValue('--grade'))).toEqual(['#111111', '#eeeeee']);
});

it('who graded nothing together with others has an empty bar', () => {
  const drawing = drawStacks(448, {
    stacks: [{ name: 'lynx', nByGrade: [0, 0] }],
    categories: CATEGORIES,
  });
  const bars = [...drawing.querySelectorAll('g[transform] > rect')];
  expect(bars.map((bar) => bar.getAttribute('width'))).toEqual(['0', '0']);
});
