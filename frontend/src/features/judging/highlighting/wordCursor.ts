import type { Step } from '@/features/judging/keys/highlightCommands';
import { rectsOf } from '@/features/judging/highlighting/selection';
import type { Stretch, Words } from '@/features/judging/pair/wordBorders';

/** The text as it is laid out; a word's box is where it begins, or ends, when lines break it. */
export type Layout = Readonly<{
  words: Words;
  isRightToLeft: boolean;
  boxOf: (word: Stretch, end: 'first' | 'last') => DOMRect | undefined;
}>;

export function layoutOf(container: Element, words: Words, at: Stretch): Layout {
  const block = [...container.children].findLast(
    (one) => Number(one.getAttribute('data-from')) <= at.from,
  );
  return {
    words,
    isRightToLeft: getComputedStyle(block ?? container).direction === 'rtl',
    boxOf: (word, end) => rectsOf(container, word).at(end === 'first' ? 0 : -1),
  };
}

type Way = Readonly<{ next: (word: Stretch) => Stretch | null; near: 'first' | 'last' }>;

const onward = ({ words }: Layout): Way => ({
  next: ({ to }) => words.next(to),
  near: 'first',
});

const back = ({ words }: Layout): Way => ({
  next: ({ from }) => words.previous(from),
  near: 'last',
});

const middle = ({ left, right }: DOMRect): number => (left + right) / 2;

const isSameLine = (one: DOMRect, other: DOMRect): boolean =>
  Math.abs(one.top + one.bottom - other.top - other.bottom) < one.height;

/** The word of the next line that lies nearest below, or above; the same word at the end. */
function acrossLines(layout: Layout, from: Stretch, { next, near }: Way): Stretch {
  const here = layout.boxOf(from, near === 'first' ? 'last' : 'first');
  if (here === undefined) return from;
  let [best, line]: [Stretch, DOMRect | null] = [from, null];
  let distance = Infinity;
  for (let word = next(from); word !== null; word = next(word)) {
    const box = layout.boxOf(word, near);
    if (box === undefined || isSameLine(box, here)) continue;
    line ??= box;
    if (!isSameLine(box, line)) break;
    const off = Math.abs(middle(box) - middle(here));
    if (off < distance) [best, distance] = [word, off];
  }
  return best;
}

/** The outermost word of the line. */
function alongLine(layout: Layout, from: Stretch, { next, near }: Way): Stretch {
  const here = layout.boxOf(from, near);
  let outermost = from;
  for (let word = next(from); word !== null; word = next(word)) {
    const box = layout.boxOf(word, near);
    if (here === undefined || box === undefined || !isSameLine(box, here)) break;
    outermost = word;
  }
  return outermost;
}

/** The word that the cursor comes to; where there is none that way, the one it is at. */
export function moved(layout: Layout, from: Stretch, step: Step): Stretch {
  const [ahead, behind] = [onward(layout), back(layout)];
  const [left, right] = layout.isRightToLeft ? [ahead, behind] : [behind, ahead];
  const ways: Readonly<Record<Step, () => Stretch | null>> = {
    left: () => left.next(from),
    right: () => right.next(from),
    up: () => acrossLines(layout, from, behind),
    down: () => acrossLines(layout, from, ahead),
    start: () => alongLine(layout, from, behind),
    end: () => alongLine(layout, from, ahead),
  };
  return ways[step]() ?? from;
}
