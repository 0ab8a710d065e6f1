import { svgPart } from '@/shared/ui/figure/svg';

const VARIABLE = /var\((--[\w-]+)\)/g;
const OF_PAGE = /var\(|currentcolor/i;
const PLAIN_COLOUR = /^(#|rgba?\(|none$|transparent$)/;
const COLOURS = new Set(['fill', 'stroke', 'color']);

/** What stands beside the axes in a file, where the drawing itself does not say it. */
export type Axes = Readonly<{ across?: string; up?: string }>;

export type Named = Readonly<{ title: string; caption: string; axes?: Axes | undefined }>;

/** A colour that any program reads: some know neither `oklch()` nor `color-mix()`. */
function plainColour(colour: string): string {
  const brush = PLAIN_COLOUR.test(colour)
    ? null
    : Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (brush === null) return colour;
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
  return alpha === 255
    ? `rgb(${red}, ${green}, ${blue})`
    : `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

/** The value of an attribute with what it takes of the page put in. */
function resolved(key: string, value: string, style: CSSStyleDeclaration): string {
  const text = value
    .replaceAll(VARIABLE, (_, name: string) => style.getPropertyValue(name).trim())
    .replaceAll(/currentcolor/gi, style.color);
  return COLOURS.has(key) ? plainColour(text) : text;
}

function resolveInto(copy: Element, original: Element): void {
  const taken = [...copy.attributes].filter(({ value }) => OF_PAGE.test(value));
  if (taken.length === 0) return;
  const style = getComputedStyle(original);
  for (const { name, value } of taken) copy.setAttribute(name, resolved(name, value, style));
}

/** Room on each side, where letters of another font may need more of it than the page's. */
const EDGE = 16;

export type Size = Readonly<{ width: number; height: number }>;

/** The size that a drawing was made for, whatever the page makes of it. */
export function sizeOf(drawing: SVGSVGElement): Size {
  const [width, height] = ['width', 'height'].map((side) => Number(drawing.getAttribute(side)));
  return { width: width ?? 0, height: height ?? 0 };
}

const [LETTER_WIDTH, LINE_HEIGHT, AXIS_HEIGHT, TITLE_SIZE, INK] = [7.2, 18, 20, 14, '#1d1c1a'];

/** Words in lines of at most so many letters; a longer word has a line of its own. */
function wrapped(words: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** The title above the drawing and the titles of its axes beside it, and the room that all take. */
function frameOf({ width, height }: Size, { title, axes = {} }: Named): readonly [Box, Element[]] {
  const { across, up } = axes;
  const lines = wrapped(title, width / LETTER_WIDTH);
  const top = lines.length * LINE_HEIGHT + EDGE / 2;
  const [left, bottom] = [up, across].map((name) => (name === undefined ? 0 : AXIS_HEIGHT)) as [
    number,
    number,
  ];
  const text = { fill: INK, 'font-size': 12, 'text-anchor': 'middle' };
  const [x, y] = [-left + 4, height / 2];
  const parts = [
    ...lines.map((line, at) => {
      const place = { x: 0, y: at * LINE_HEIGHT - top + EDGE / 2 + 4 };
      const look = {
        ...text,
        'text-anchor': 'start',
        'font-size': TITLE_SIZE,
        'font-weight': 'bold',
      };
      return svgPart('text', { ...place, ...look }, line);
    }),
    ...(across === undefined
      ? []
      : [svgPart('text', { ...text, x: width / 2, y: height + bottom - 4 }, across)]),
    ...(up === undefined
      ? []
      : [svgPart('text', { ...text, x, y, transform: `rotate(-90 ${x} ${y})` }, up)]),
  ];
  const box = {
    ...{ x: -EDGE - left, y: -EDGE - top },
    ...{ width: width + 2 * EDGE + left, height: height + 2 * EDGE + top + bottom },
  };
  return [box, parts];
}

/** What the root takes of the page around it: its letters; and white paper, for print. */
function settle(copy: SVGSVGElement, original: SVGSVGElement, named: Named): void {
  const style = getComputedStyle(original);
  copy.setAttribute('font-family', style.fontFamily);
  copy.setAttribute('font-size', style.fontSize);
  copy.setAttribute('color', style.color);
  copy.setAttribute('xml:space', 'preserve');
  const [box, parts] = frameOf(sizeOf(original), named);
  copy.prepend(svgPart('rect', { ...box, stroke: 'none', fill: '#ffffff' }), ...parts);
  copy.setAttribute('viewBox', Object.values(box).join(' '));
  copy.setAttribute('width', `${box.width}`);
  copy.setAttribute('height', `${box.height}`);
}

/** Reads the page's colours as they are on paper, whatever the theme; nothing is painted meanwhile. */
function onPaper(read: () => void): void {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  delete dataset.theme;
  read();
  if (theme !== undefined) dataset.theme = theme;
}

/** The drawing as a picture of its own, which takes nothing of the page: for files. */
export function standAlone(drawing: SVGSVGElement, named: Named): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  onPaper(() => {
    [copy, ...copy.querySelectorAll('*')].forEach((part, index) => {
      const original = originals[index];
      if (original === undefined) return;
      resolveInto(part, original);
      part.removeAttribute('class');
      part.removeAttribute('style');
    });
    settle(copy, drawing, named);
  });
  copy.prepend(svgPart('title', {}, named.title), svgPart('desc', {}, named.caption));
  return copy;
}

/** The text of an SVG file. */
export const svgText = (picture: SVGSVGElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
