import { useState } from 'react';
import { piecesOf } from '@/shared/ui/passage/pieces';
import type { Piece } from '@/shared/ui/passage/pieces';
import { cx } from '@/shared/cx';
import { Button } from '@/shared/ui/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/passage/PassageText.module.css';

const LONG = 260;

type Props = Readonly<{
  passage: Readonly<{ title: string; text: string | null }>;
  /** What people highlighted, by code points. */
  spans?: readonly (readonly number[])[];
  /** Words to be shown in bold; '' is none. */
  query: string;
  /** Whether all of a long one is shown at first. */
  startsWhole?: boolean;
}>;

const NO_SPANS: readonly (readonly number[])[] = [];

function PieceText({ body, isMarked, isAsked }: Piece) {
  const inside = isAsked ? <b>{body}</b> : body;
  return isMarked ? <mark>{inside}</mark> : inside;
}

/** A passage with what people highlighted; of a long one four lines, until all of it is asked for. */
export function PassageText({ passage: { title, text: body }, ...props }: Props) {
  if (body === null || body === '') return <p className={text.soft}>{title || 'no text'}</p>;
  return <Told title={title} body={body} {...props} />;
}

type ToldProps = Omit<Props, 'passage'> & Readonly<{ title: string; body: string }>;

function Told({ title, body, spans = NO_SPANS, query, startsWhole = false }: ToldProps) {
  const [isWhole, setWhole] = useState(startsWhole);
  const pieces = piecesOf(body, spans, query);
  const isLong = body.length > LONG && !startsWhole;
  return (
    <div>
      {title !== '' && <p className={styles.title}>{title}</p>}
      <p className={cx(styles.body, isLong && !isWhole && styles.cut)} dir="auto">
        {pieces.map((piece, place) => (
          <PieceText key={place} {...piece} />
        ))}
      </p>
      {isLong && (
        <Button look="flush" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Less of it' : 'All of it'}
        </Button>
      )}
    </div>
  );
}
