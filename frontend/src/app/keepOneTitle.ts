/** Keeps the document's own title only until a page sets one. */
export function keepOneTitle(): void {
  const own = document.querySelector('title');
  if (own === null) return;
  const look = (): void => {
    const n = document.head.querySelectorAll('title').length;
    if (n > 1) own.remove();
    else if (n === 0) document.head.append(own);
  };
  new MutationObserver(look).observe(document.head, { childList: true });
}
