import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Colour = readonly [number, number, number];
type Matrix = readonly [Colour, Colour, Colour];

const [LIGHT = '', DARK = ''] = readFileSync('src/shared/styles/tokens.css', 'utf8').split(
  "[data-theme='dark']",
);

/** The share of red, green and blue light. */
function lightOf(hex: string): Colour {
  const channel = (at: number): number => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const times = (matrix: Matrix, [r, g, b]: Colour): Colour =>
  matrix.map(([x, y, z]) => x * r + y * g + z * b) as unknown as Colour;

const tokens = (css: string, name: string): Colour[] =>
  [...css.matchAll(new RegExp(`--${name}: (#\\w{6});`, 'g'))].map(([, hex = '']) => lightOf(hex));

function contrast(one: Colour, other: Colour): number {
  const luminance = ([r, g, b]: Colour): number => 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  const ratio = luminance(one) / luminance(other);
  return Math.max(ratio, 1 / ratio);
}

/** Björn Ottosson’s OKLab, in which distances are about as large as they look. */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const labOf = (colour: Colour): Colour =>
  times(TO_LAB, times(TO_CONES, colour).map(Math.cbrt) as unknown as Colour);

/** How colours look to others (Machado, Oliveira and Fernandes, 2009, at full severity). */
const EYES: Readonly<Record<string, Matrix>> = {
  'full colour vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('lines on %s paper', (_, css) => {
  const lines = tokens(css, 'line-\\d');
  const papers = [...tokens(css, 'paper'), ...tokens(css, 'raised')];

  it('are eight', () => {
    expect(lines).toHaveLength(8);
  });

  it('stand out of it as WCAG 1.4.11 asks', () => {
    const contrasts = lines.flatMap((line) => papers.map((paper) => contrast(line, paper)));
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.entries(EYES))('can be distinguished with %s', (__, eye) => {
    const seen = lines.map((line) => labOf(times(eye, line)));
    const apart = seen.flatMap(([l, a, b], n) =>
      seen.slice(n + 1).map((other) => Math.hypot(l - other[0], a - other[1], b - other[2])),
    );
    // Okabe and Ito’s closest two are 0.1 apart.
    expect(Math.min(...apart)).toBeGreaterThan(0.11);
  });
});

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('words on %s paper', (_, css) => {
  const [mark, scan, accent, onAccent, ink] = ['mark', 'scan', 'accent', 'on-accent', 'ink'].map(
    (name) => tokens(css, name)[0] ?? [0, 0, 0],
  ) as [Colour, Colour, Colour, Colour, Colour];
  const grounds = ['paper', 'raised', 'wash', 'warn-wash'];

  // Of all pages, axe looks at most in the light theme alone.
  it.each(['ink', 'soft', 'accent', 'better', 'worse', 'warn'])(
    'are read in %s on every ground, as WCAG 1.4.3 asks',
    (name) => {
      const contrasts = tokens(css, name).flatMap((words) =>
        grounds.flatMap((ground) => tokens(css, ground)).map((ground) => contrast(words, ground)),
      );
      expect(contrasts).toHaveLength(grounds.length);
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('are read where they are highlighted and on buttons', () => {
    expect(contrast(ink, mark)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(ink, scan)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
  });
});
