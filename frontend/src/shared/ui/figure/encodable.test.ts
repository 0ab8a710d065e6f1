import { expect, it } from 'vitest';
import { encodable } from '@/shared/ui/figure/encodable';

it('a text keeps its letters, or has the nearest that a PDF holds', () => {
  expect(encodable('Müller’s P@5 −.120 … ●')).toBe('Müller’s P@5 –.120 … •');
});

it('a text that a PDF would garble is refused', () => {
  expect(() => encodable('日本語')).toThrow('cannot show the letters');
});
