/** A drawing as one picture with one name: its parts are told by the table beside it. */
export function asPicture(drawing: Element, name: string): Element {
  drawing.querySelectorAll('[aria-label]').forEach((part) => part.removeAttribute('aria-label'));
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', name);
  return drawing;
}
