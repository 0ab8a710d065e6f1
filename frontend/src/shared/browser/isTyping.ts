/** Radio buttons and the like take no text: a key can still mean something while one has the focus. */
const TEXTLESS = ['button', 'checkbox', 'radio', 'range'];

/** Whether a key that is pressed there is text, or chooses within the field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !TEXTLESS.includes(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}
