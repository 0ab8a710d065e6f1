import { afterEach, expect, it } from 'vitest';
import { standAlone, svgText } from '@/shared/ui/figure/standAlone';
import { svgPart } from '@/shared/ui/figure/svg';

const NAMED = {
  ...{ title: 'Means & more', caption: 'Up is better.' },
  axes: { across: 'label set', up: 'mean AP' },
};

afterEach(() => document.body.replaceChildren());

/** A drawing on the page, with colours and letters of the page. */
function drawing(...parts: SVGElement[]): SVGSVGElement {
  const svg = svgPart('svg', { width: 20, height: 10, class: 'plot' }, ...parts);
  svg.setAttribute('style', '--accent: #123456; color: rgb(1, 2, 3); font-family: Inter, Arial');
  document.body.append(svg);
  return svg;
}

const written = (svg: SVGSVGElement): Document =>
  new DOMParser().parseFromString(svgText(standAlone(svg, NAMED)), 'image/svg+xml');

it('takes nothing of the page, and leaves the drawing as it is', () => {
  const bar = svgPart('rect', { fill: 'var(--accent)', stroke: 'currentColor', class: 'bar' });
  bar.style.setProperty('--accent', '#123456');
  bar.style.setProperty('color', 'rgb(1, 2, 3)');
  const svg = drawing(bar);
  const made = svgText(standAlone(svg, NAMED));
  expect(made).toContain('fill="#123456" stroke="rgb(1, 2, 3)"');
  expect(made).not.toMatch(/var\(|currentColor|class=/);
  expect(bar.getAttribute('fill')).toBe('var(--accent)');
});

it('has a name, a text, white paper behind it, its titles and letters of its own', () => {
  document.documentElement.dataset.theme = 'dark';
  const root = written(drawing()).documentElement;
  expect(document.documentElement.dataset.theme).toBe('dark');
  delete document.documentElement.dataset.theme;
  expect([...root.children].map(({ tagName }) => tagName)).toEqual([
    ...['title', 'desc', 'rect', 'text', 'text', 'text', 'text', 'text'],
  ]);
  expect(root.querySelector('title')?.textContent).toBe('Means & more');
  expect(root.querySelector('desc')?.textContent).toBe('Up is better.');
  expect(root.querySelector('rect')?.getAttribute('fill')).toBe('#ffffff');
  expect([...root.querySelectorAll('text')].map((part) => part.textContent)).toEqual([
    ...['Means', '&', 'more', 'label set', 'mean AP'],
  ]);
  expect(root.getAttribute('font-family')).toBe('Inter, Arial');
  expect(root.getAttribute('viewBox')).toBe('-36 -78 72 124');
  expect(root.namespaceURI).toBe('http://www.w3.org/2000/svg');
});
