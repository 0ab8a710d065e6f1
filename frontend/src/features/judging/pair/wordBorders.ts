/** Half-open [from, to) in UTF-16 units: a word, a sign, or more than one with what is between. */
export type Stretch = Readonly<{ from: number; to: number }>;

type Piece = Stretch & Readonly<{ text: string }>;

type Cutter = (unit: number) => Piece | null;

/** The segmenter for any language; null in browsers that have none. */
const segmenter =
  'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'word' }) : null;

function cutBySegmenter(text: string, by: Intl.Segmenter): Cutter {
  const segments = by.segment(text);
  return (unit) => {
    const segmentData = segments.containing(unit);
    if (segmentData === undefined) return null;
    const { index, segment } = segmentData;
    return { from: index, to: index + segment.length, text: segment };
  };
}

const EMOJI = String.raw`\p{RI}\p{RI}|\p{Extended_Pictographic}(?:\p{M}|\p{EMod}|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])*`;
/** Scripts without blanks: each letter counts as a word without a segmenter. */
const ALONE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*`;
const WORD = String.raw`[\p{L}\p{N}\p{M}_]+(?:['’.][\p{L}\p{N}]+)*`;
const PIECE = new RegExp(`${EMOJI}|${ALONE}|${WORD}|\\s+|.\\p{M}*`, 'gsu');

/** Cuts by rules of thumb, within what lies between two blanks. */
export function cutByRule(text: string): Cutter {
  return (unit) => {
    if (unit < 0 || unit >= text.length) return null;
    if (/\s/.test(text.charAt(unit))) return { from: unit, to: unit + 1, text: text.charAt(unit) };
    let [from, to] = [unit, unit];
    while (from > 0 && !/\s/.test(text.charAt(from - 1))) from -= 1;
    while (to < text.length && !/\s/.test(text.charAt(to))) to += 1;
    for (const { index, 0: piece } of text.slice(from, to).matchAll(PIECE)) {
      const start = from + index;
      if (unit < start + piece.length)
        return { from: start, to: start + piece.length, text: piece };
    }
    return null;
  };
}

/** What a cursor stops at: a word, a number, an emoji or a sign; no blank, no mark of punctuation. */
const isStop = ({ text }: Piece): boolean => /[^\s\p{P}\p{C}]/u.test(text);

const bare = ({ from, to }: Stretch): Stretch => ({ from, to });

/** Where the words of a text begin and end, in any script; looked up as they are needed. */
export class Words {
  readonly #text: string;
  #cutter: Cutter | undefined;

  constructor(text: string, cutter?: Cutter) {
    this.#text = text;
    this.#cutter = cutter;
  }

  /** A segmenter goes through the whole text before its first word. */
  #cut(unit: number): Piece | null {
    this.#cutter ??= segmenter ? cutBySegmenter(this.#text, segmenter) : cutByRule(this.#text);
    return this.#cutter(unit);
  }

  /** The word at this position. */
  at(unit: number): Stretch | null {
    const piece = this.#cut(unit);
    return piece !== null && isStop(piece) ? bare(piece) : null;
  }

  /** The first word that begins here or later. */
  next(unit: number): Stretch | null {
    for (let piece = this.#cut(unit); piece !== null; piece = this.#cut(piece.to)) {
      if (piece.from >= unit && isStop(piece)) return bare(piece);
    }
    return null;
  }

  /** The last word that ends here or earlier. */
  previous(unit: number): Stretch | null {
    for (let piece = this.#cut(unit - 1); piece !== null; piece = this.#cut(piece.from - 1)) {
      if (piece.to <= unit && isStop(piece)) return bare(piece);
    }
    return null;
  }

  /**
   * A selection, corrected to the borders of words: blanks at its ends are left out, and a word or
   * an emoji that it cuts is taken whole. Null where nothing but blanks is selected.
   */
  widen({ from, to }: Stretch): Stretch | null {
    const selected = this.#text.slice(from, to);
    const start = from + selected.length - selected.trimStart().length;
    const end = from + selected.trimEnd().length;
    if (start >= end) return null;
    return {
      from: this.#cut(start)?.from ?? start,
      to: this.#cut(end - 1)?.to ?? end,
    };
  }
}
