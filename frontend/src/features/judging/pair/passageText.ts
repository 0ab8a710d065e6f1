import { CodePoints } from '@/shared/judging/codePoints';
import type { Span } from '@/features/judging/pair/spans';
import { Words } from '@/features/judging/pair/wordBorders';
import type { Stretch } from '@/features/judging/pair/wordBorders';

/** Texts longer than this are laid out block by block, so that only what is in sight costs time. */
const BLOCK = 8_000;

/** Where a block that begins at `from` may end unseen: after a line, else after a word. */
function endOfBlock(text: string, words: Words, from: number): number {
  const limit = from + BLOCK;
  if (limit >= text.length) return text.length;
  const early = from + BLOCK / 2;
  const late = text.slice(early, limit);
  const end = late.lastIndexOf('\n') + 1 || late.lastIndexOf(' ') + 1;
  if (end > 0) return early + end;
  const word = words.next(early)?.from ?? limit;
  return word < limit ? word : limit - Number(/[\udc00-\udfff]/.test(text.charAt(limit)));
}

function* blocksOf(text: string, words: Words): Generator<Stretch> {
  for (let from = 0; from < text.length;) {
    const to = endOfBlock(text, words, from);
    yield { from, to };
    from = to;
  }
}

/** The text of a passage with its words and blocks; converts positions between both counts. */
export class PassageText {
  readonly text: string;
  readonly words: Words;
  readonly blocks: readonly Stretch[];
  readonly #points: CodePoints;

  constructor(text: string) {
    this.text = text;
    this.words = new Words(text);
    this.blocks = [...blocksOf(text, this.words)];
    this.#points = new CodePoints(text);
  }

  spanOf({ from, to }: Stretch): Span {
    return [this.#points.toPoint(from), this.#points.toPoint(to)];
  }

  stretchOf([start, end]: Span): Stretch {
    return { from: this.#points.toUnit(start), to: this.#points.toUnit(end) };
  }

  /** The words of a span. */
  read(span: Span): string {
    const { from, to } = this.stretchOf(span);
    return this.text.slice(from, to);
  }
}
