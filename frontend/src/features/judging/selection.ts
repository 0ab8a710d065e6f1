import { spanFromUtf16 } from '@/features/judging/spans';
import type { Span } from '@/features/judging/spans';

/** The part of `range` that lies inside `container`. */
function clip(range: Range, container: HTMLElement): Range {
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

/** The selected part of the passage that `container` shows, or null when none of it is selected. */
export function selectedSpan(container: HTMLElement, text: string): Span | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(container)) return null;
  const inside = clip(range, container);
  const before = document.createRange();
  before.selectNodeContents(container);
  before.setEnd(inside.startContainer, inside.startOffset);
  const from = before.toString().length;
  return spanFromUtf16(text, from, from + inside.toString().length);
}
