/**
 * A drawing as one picture with one name: its parts are told by the table beside it. The rules that
 * Plot writes into each would be rejected by the content policy; `Figure.module.css` has them.
 */
export function asPicture(drawing: Element, name: string): Element {
  drawing.querySelectorAll('[aria-label]').forEach((part) => part.removeAttribute('aria-label'));
  drawing.querySelectorAll('style').forEach((rules) => rules.remove());
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', name);
  return drawing;
}
