const SVG = 'http://www.w3.org/2000/svg';

/** A part of a drawing, with its attributes and what is in it. */
export function svgPart<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...inside: readonly (Node | string)[]
): SVGElementTagNameMap[Name] {
  const part = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, `${value}`);
  part.append(...inside);
  return part;
}
