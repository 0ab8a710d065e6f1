/** Opens what stands at a place of a figure; undefined where there is nothing to open. */
export type OnPlace = ((place: number) => void) | undefined;

/** Calls `onPlace` at a click on one of these marks, with its place among them; the table has a link for everybody else. */
export function openOnClick(drawing: Element, marks: string, onPlace: OnPlace): void {
  if (onPlace === undefined) return;
  drawing.querySelectorAll<SVGElement>(marks).forEach((mark, place) => {
    mark.style.cursor = 'pointer';
    mark.addEventListener('click', () => onPlace(place));
  });
}
