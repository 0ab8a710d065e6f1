import { Fragment, useMemo } from 'react';
import styles from '@/features/library/studies/read/MarkedText.module.css';

/** A piece of a text, and whether the other text has it as well. */
type Piece = Readonly<{ text: string; isChanged: boolean }>;

/** Beyond so many words, texts are not compared word by word. */
const MOST_WORDS = 400;

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** How many words from each place on are in both, in order; one row and column more than words. */
function commonFrom(a: readonly string[], b: readonly string[]): number[][] {
  const none = (): number[] => new Array<number>(b.length + 1).fill(0);
  let below = none();
  const rows = [below];
  for (const word of a.toReversed()) {
    const row = none();
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const [down, right, both] = [below[j] ?? 0, row[j + 1] ?? 0, below[j + 1] ?? 0];
      row[j] = word === b[j] ? both + 1 : Math.max(down, right);
    }
    rows.unshift(row);
    below = row;
  }
  return rows;
}

/** For each word of `a` whether it is kept in `b`. */
function keptOf(a: readonly string[], b: readonly string[]): boolean[] {
  const rows = commonFrom(a, b);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  const kept = a.map(() => false);
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      kept[i] = true;
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return kept;
}

/** The words of a text in pieces, by whether the other text keeps them in this order. */
export function piecesOf(text: string, other: string): Piece[] {
  const [a, b] = [wordsOf(text), wordsOf(other)];
  if (Math.max(a.length, b.length) > MOST_WORDS) return [{ text, isChanged: false }];
  const kept = keptOf(a, b);
  const pieces: { text: string; isChanged: boolean }[] = [];
  a.forEach((word, index) => {
    const isChanged = kept[index] !== true;
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += ` ${word}`;
    else pieces.push({ text: word, isChanged });
  });
  return pieces;
}

/** A text; what the other one does not have is marked. */
export function MarkedText({ text, other }: Readonly<{ text: string; other: string }>) {
  const pieces = useMemo(() => piecesOf(text, other), [text, other]);
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      {piece.isChanged ? <mark className={styles.changed}>{piece.text}</mark> : piece.text}
    </Fragment>
  ));
}
