/** Calls `onPlace` at a click on one of these marks, with its place among them; the table has a link for everybody else. */
export function openOnClick(
  drawing: Element,
  marks: string,
  onPlace: (place: number) => void,
): void {
  drawing.querySelectorAll<SVGElement>(marks).forEach((mark, place) => {
    mark.style.cursor = 'pointer';
    mark.addEventListener('click', () => onPlace(place));
  });
}
