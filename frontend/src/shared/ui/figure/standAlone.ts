import { svgPart } from '@/shared/ui/figure/svg';

const VARIABLE = /var\((--[\w-]+)\)/g;
const OF_PAGE = /var\(|currentcolor/i;
const PLAIN_COLOUR = /^(#|rgba?\(|none$|transparent$)/;
const COLOURS = new Set(['fill', 'stroke', 'color']);

export type Named = Readonly<{ title: string; caption: string }>;

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

/** What the root takes of the page around it: letters, and the paper behind them. */
function settle(copy: SVGSVGElement, original: SVGSVGElement): void {
  const { width, height } = sizeOf(original);
  const style = getComputedStyle(original);
  copy.setAttribute('font-family', style.fontFamily);
  copy.setAttribute('font-size', style.fontSize);
  copy.setAttribute('color', style.color);
  copy.setAttribute('xml:space', 'preserve');
  const fill = plainColour(style.getPropertyValue('--paper').trim() || 'rgb(255, 255, 255)');
  const box = { x: -EDGE, y: -EDGE, width: width + 2 * EDGE, height: height + 2 * EDGE };
  copy.prepend(svgPart('rect', { ...box, stroke: 'none', fill }));
  copy.setAttribute('viewBox', Object.values(box).join(' '));
  copy.setAttribute('width', `${box.width}`);
  copy.setAttribute('height', `${box.height}`);
}

/** The drawing as a picture of its own, which takes nothing of the page: for files. */
export function standAlone(drawing: SVGSVGElement, { title, caption }: Named): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((part, index) => {
    const original = originals[index];
    if (original === undefined) return;
    resolveInto(part, original);
    part.removeAttribute('class');
    part.removeAttribute('style');
  });
  settle(copy, drawing);
  copy.prepend(svgPart('title', {}, title), svgPart('desc', {}, caption));
  return copy;
}

/** The text of an SVG file. */
export const svgText = (picture: SVGSVGElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`;
