import { memo, useMemo } from 'react';
import type { CSSProperties, MouseEventHandler, PointerEventHandler, Ref } from 'react';
import type { PassageText } from '@/features/judging/pair/passageText';
import { piecesOf } from '@/features/judging/pair/pieces';
import type { HighlightedStretch, Piece } from '@/features/judging/pair/pieces';
import type { Span } from '@/features/judging/pair/spans';
import styles from '@/features/judging/passage/HighlightedText.module.css';

const NO_HIGHLIGHTS: readonly HighlightedStretch<Span>[] = [];
const LINE = 65;

/** The height that a block will have, roughly, before it comes into sight. */
const guess = (text: string): CSSProperties => ({
  containIntrinsicBlockSize: `auto ${Math.ceil(text.length / LINE) * 1.68}em`,
});

type PieceProps = Readonly<{ text: string; piece: Piece<Span> }>;

function PieceText({ text, piece: { highlight, isSeam } }: PieceProps) {
  const shown = isSeam ? (
    <span className={styles.seam} data-testid="seam">
      {text}
    </span>
  ) : (
    <span>{text}</span>
  );
  return highlight === null ? shown : <mark>{isSeam ? shown : text}</mark>;
}

type BlockProps = Readonly<{
  text: string;
  from: number;
  highlights: readonly HighlightedStretch<Span>[];
  seam: number | null;
  isOneOfMany: boolean;
}>;

const Block = memo(function Block({ text, from, highlights, seam, isOneOfMany }: BlockProps) {
  const pieces = piecesOf({ from, to: from + text.length }, highlights, seam);
  return (
    <div
      dir="auto"
      data-from={from}
      className={isOneOfMany ? styles.far : undefined}
      style={isOneOfMany ? guess(text) : undefined}
    >
      {pieces.map((piece, i) => (
        <PieceText key={i} text={text.slice(piece.from - from, piece.to - from)} piece={piece} />
      ))}
    </div>
  );
});

type Props = Readonly<{
  ref: Ref<HTMLDivElement>;
  id: string;
  passage: PassageText;
  spans: readonly Span[];
  /** The code point of the blank at which a rotated text begins anew. */
  seam: number | null;
  /** While words are chosen by keys, a screen reader must leave the arrows to the page. */
  isChoosing: boolean;
  onPointerDown: PointerEventHandler;
  onClick: MouseEventHandler;
}>;

/** The text and nothing else: positions are counted over exactly what this element holds. */
export function HighlightedText({ passage, spans, seam, isChoosing, ...handed }: Props) {
  const highlights = useMemo(
    () => spans.map((span) => ({ ...passage.stretchOf(span), of: span })),
    [passage, spans],
  );
  const seamAt = seam === null ? null : passage.stretchOf([seam, seam]).from;
  const choosing = isChoosing ? { role: 'application', 'aria-label': 'Choosing words' } : {};
  return (
    <div className={styles.text} data-scanned tabIndex={-1} {...choosing} {...handed}>
      {passage.blocks.map(({ from, to }) => {
        const here = highlights.filter((one) => one.from < to && from < one.to);
        return (
          <Block
            key={from}
            text={passage.text.slice(from, to)}
            from={from}
            highlights={here.length === 0 ? NO_HIGHLIGHTS : here}
            seam={seamAt !== null && from <= seamAt && seamAt < to ? seamAt : null}
            isOneOfMany={passage.blocks.length > 1}
          />
        );
      })}
    </div>
  );
}
