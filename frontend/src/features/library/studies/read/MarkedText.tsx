import { Fragment, useMemo } from 'react';
import { piecesOf } from '@/features/library/studies/read/wordChanges';
import styles from '@/features/library/studies/read/MarkedText.module.css';

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
