import { expect, it } from 'vitest';
import type { Grade } from '@/api/types';
import { askedBy, askedInQueue } from '@/features/campaign/pairs/decision/keys';
import type { Press } from '@/features/campaign/pairs/decision/keys';

const scaleOf = (...values: number[]): Grade[] =>
  values.map((value) => ({
    value,
    name: `${value}`,
    description: '',
    colour: '#2f5d8a',
    requires_span: false,
  }));

const press = (key: string, code: string, part: Partial<Press> = {}): Press => ({
  key,
  code,
  repeat: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...part,
});

it.each([
  ['a digit', press('3', 'Digit3'), { grade: 3 }],
  ['a digit of the number pad', press('0', 'Numpad0'), { grade: 0 }],
  ['a digit that the layout shifts', press('é', 'Digit2'), { grade: 2 }],
  ['a digit without a grade', press('7', 'Digit7'), null],
  ['n', press('n', 'KeyN'), 'next'],
  ['another letter', press('x', 'KeyX'), null],
  ['a chord', press('3', 'Digit3', { ctrlKey: true }), null],
  ['a key that is held', press('3', 'Digit3', { repeat: true }), null],
])('what %s asks for', (_, pressed, asked) => {
  expect(askedBy(pressed, scaleOf(0, 1, 2, 3))).toEqual(asked);
});

it('where values are no digits, keys go by rank', () => {
  expect(askedBy(press('1', 'Digit1'), scaleOf(-2, 0, 2))).toEqual({ grade: -2 });
});

it.each([
  ['a digit', press('3', 'Digit3'), { grade: 3 }],
  ['v', press('v', 'KeyV'), 'votes'],
  ['S', press('S', 'KeyS'), 'skip'],
  ['u', press('u', 'KeyU'), 'undo'],
  ['g', press('g', 'KeyG'), 'guideline'],
  ['n', press('n', 'KeyN'), null],
  ['a chord', press('u', 'KeyU', { ctrlKey: true }), null],
])('what %s asks for in the queue', (_, pressed, asked) => {
  expect(askedInQueue(pressed, scaleOf(0, 1, 2, 3))).toEqual(asked);
});
