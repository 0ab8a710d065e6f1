import { expect, it } from 'vitest';
import { lineDiff } from '@/features/campaign/guideline/lineDiff';

const SIGNS = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string): string[] =>
  lineDiff(before, after).map(({ kind, text }) => SIGNS[kind] + text);

it('lines that were added and removed are distinguished from those that stayed', () => {
  expect(shown('a\nb\nc\nd', 'a\nB\nc\nd\ne')).toEqual([' a', '-b', '+B', ' c', ' d', '+e']);
});

it('of equal texts every line stays, once', () => {
  expect(shown('a\na\nb', 'a\na\nb')).toEqual([' a', ' a', ' b']);
});

it('a line that moved is removed once and added once', () => {
  expect(shown('a\nb\nc', 'b\nc\na')).toEqual(['-a', ' b', ' c', '+a']);
});

it('what comes out holds the text before, and the text after', () => {
  const [before, after] = ['x\ny\nx\nz\nx', 'y\nx\nx\nq\nz'];
  const lines = lineDiff(before, after);
  const without = (kind: string) =>
    lines.filter((line) => line.kind !== kind).map(({ text }) => text);
  expect(without('added').join('\n')).toBe(before);
  expect(without('removed').join('\n')).toBe(after);
});
