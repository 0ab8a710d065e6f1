import type { Words, Stretch } from '@/features/judging/pair/wordBorders';

/**
 * Converts between positions in the page and in the text. The text is split into blocks that hold
 * nothing else; `data-from` is the position of a block's first unit.
 */

const fromOf = (block: Element): number => Number(block.getAttribute('data-from'));

const blockOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest('[data-from]') ?? null;

const lengthOf = (container: Element): number => {
  const last = container.lastElementChild;
  return last === null ? 0 : fromOf(last) + last.textContent.length;
};

/** The position in the text of a point in the page. */
function unitAt(container: Element, node: Node, offset: number): number {
  const block = blockOf(node);
  if (block === null || !container.contains(block)) {
    const following = container.children[offset];
    return following === undefined ? lengthOf(container) : fromOf(following);
  }
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, offset);
  return fromOf(block) + before.toString().length;
}

/** The text node that shows this unit, and where in it. */
function textNodeAt(container: Element, unit: number): readonly [Text, number] | null {
  const block = [...container.children].findLast((one) => fromOf(one) <= unit);
  if (block === undefined) return null;
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let start = fromOf(block);
  while (texts.nextNode() !== null) {
    const text = texts.currentNode as Text;
    if (unit < start + text.length) return [text, unit - start];
    start += text.length;
  }
  return null;
}

/** The stretch as a range of the page; null when the page shows another text by now. */
export function rangeOf(container: Element, { from, to }: Stretch): Range | null {
  const [start, end] = [textNodeAt(container, from), textNodeAt(container, to - 1)];
  if (start === null || end === null) return null;
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(end[0], end[1] + 1);
  return range;
}

/** The part of `range` that lies inside `container`. */
function clip(range: Range, container: Element): Range {
  const inside = document.createRange();
  inside.selectNodeContents(container);
  if (range.compareBoundaryPoints(Range.START_TO_START, inside) > 0) {
    inside.setStart(range.startContainer, range.startOffset);
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, inside) < 0) {
    inside.setEnd(range.endContainer, range.endOffset);
  }
  return inside;
}

/** What of the text is selected, as it is; null when nothing is. */
export function selectedStretch(container: Element): Stretch | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(container)) return null;
  const { startContainer, startOffset, endContainer, endOffset } = clip(range, container);
  const from = unitAt(container, startContainer, startOffset);
  const to = unitAt(container, endContainer, endOffset);
  return from < to ? { from, to } : null;
}

export function select(container: Element, stretch: Stretch): void {
  const range = rangeOf(container, stretch);
  if (range === null) return;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
}

export const rectsOf = (container: Element, stretch: Stretch): DOMRect[] =>
  Array.from(rangeOf(container, stretch)?.getClientRects() ?? []);

export type Caret = Readonly<{ node: Node; offset: number }>;

type OlderDocument = Readonly<{ caretRangeFromPoint: (x: number, y: number) => Range | null }>;

/** The caret position nearest to a point; Safari has only the older of the two methods. */
export function caretAt(x: number, y: number): Caret | null {
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  const range = (document as OlderDocument).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

/** Selects from a caret position to a point of the window. */
export function selectTo(start: Caret, x: number, y: number): void {
  const end = caretAt(x, y);
  if (end === null) return;
  document.getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

/** How far beside a word a finger may come down, in pixels. */
const REACH = 12;

const isWithin = (reach: number, { left, right, top, bottom }: DOMRect, x: number, y: number) =>
  x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;

/** The word at a point of the window, or the one just beside it; null away from the text. */
export function wordAtPoint(
  container: Element,
  words: Words,
  x: number,
  y: number,
): Stretch | null {
  const caret = caretAt(x, y);
  if (caret === null || !container.contains(caret.node)) return null;
  const unit = unitAt(container, caret.node, caret.offset);
  const around = [words.at(unit), words.at(unit - 1), words.next(unit), words.previous(unit)]
    .filter((word) => word !== null)
    .map((word) => ({ word, boxes: rectsOf(container, word) }));
  const hit = (reach: number): Stretch | undefined =>
    around.find(({ boxes }) => boxes.some((box) => isWithin(reach, box, x, y)))?.word;
  return hit(0) ?? hit(REACH) ?? null;
}
