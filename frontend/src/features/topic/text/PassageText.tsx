import { useState } from 'react';
import type { TopicPassage } from '@/api/types';
import { piecesOf } from '@/features/topic/text/pieces';
import type { Piece } from '@/features/topic/text/pieces';
import { cx } from '@/shared/cx';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/text/PassageText.module.css';

const LONG = 260;

type Props = Readonly<{
  passage: Pick<TopicPassage, 'title' | 'text' | 'votes'>;
  /** Words to be shown in bold; '' is none. */
  query: string;
}>;

function PieceText({ body, isMarked, isAsked }: Piece) {
  const inside = isAsked ? <b>{body}</b> : body;
  return isMarked ? <mark>{inside}</mark> : inside;
}

/** A passage with what people highlighted; of a long one four lines, until all of it is asked for. */
export function PassageText({ passage, query }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { title, text: body, votes } = passage;
  if (body === null || body === '') return <p className={text.soft}>{title || 'no text'}</p>;
  const pieces = piecesOf(
    body,
    votes.flatMap(({ spans }) => spans),
    query,
  );
  const isLong = body.length > LONG;
  return (
    <div>
      {title !== '' && <p className={styles.title}>{title}</p>}
      <p className={cx(styles.body, isLong && !isWhole && styles.cut)} dir="auto">
        {pieces.map((piece, place) => (
          <PieceText key={place} {...piece} />
        ))}
      </p>
      {isLong && (
        <button
          type="button"
          className={buttons.flush}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less of it' : 'All of it'}
        </button>
      )}
    </div>
  );
}
