import { useState } from 'react';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import { CodePoints } from '@/shared/judging/codePoints';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/passage/PassageText.module.css';

/** A part of a text that looks the same throughout. */
type Piece = Readonly<{ body: string; isMarked: boolean; isAsked: boolean }>;

type Range = readonly [number, number];

const SHORTEST = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** The words of a query that say something, in lower case. */
const wordsOf = (query: string): ReadonlySet<string> =>
  new Set(
    (query.match(WORD) ?? [])
      .filter((word) => word.length >= SHORTEST)
      .map((word) => word.toLowerCase()),
  );

/** Where the words of a query stand. */
function placesOf(query: string, body: string): readonly Range[] {
  const words = wordsOf(query);
  return [...body.matchAll(WORD)].flatMap((found): Range[] =>
    words.has(found[0].toLowerCase()) ? [[found.index, found.index + found[0].length]] : [],
  );
}

const holds = (ranges: readonly Range[], at: number): boolean =>
  ranges.some(([start, end]) => start <= at && at < end);

/** A text in pieces: what was highlighted (by code points, as it is stored), and the words of a query. */
export function piecesOf(
  body: string,
  spans: readonly (readonly number[])[],
  query: string,
): readonly Piece[] {
  const points = new CodePoints(body);
  const marked = spans.map(([start = 0, end = 0]): Range => [
    points.toUnit(start),
    points.toUnit(end),
  ]);
  const asked = query === '' ? [] : placesOf(query, body);
  const ends = [...marked, ...asked].flat().filter((at) => at > 0 && at < body.length);
  const bounds = [...new Set([0, ...ends, body.length])].toSorted((a, b) => a - b);
  return bounds.slice(0, -1).map((start, place) => ({
    body: body.slice(start, bounds[place + 1]),
    isMarked: holds(marked, start),
    isAsked: holds(asked, start),
  }));
}

const LONG = 260;
const NO_SPANS: readonly (readonly number[])[] = [];

type Props = Readonly<{
  passage: Readonly<{ title: string; text: string | null }>;
  /** What people highlighted, by code points. */
  spans?: readonly (readonly number[])[];
  /** Words to be shown in bold; '' is none. */
  query: string;
  /** Whether all of a long one is shown at first. */
  startsWhole?: boolean;
}>;

/** As much of a text as the widest line holds. */
const LINE = 240;

/** The first line of a passage, without its title; of one without a text its title, or else `name`. */
export function PassageLine(props: Omit<Props, 'startsWhole'> & Readonly<{ name: string }>) {
  const { passage, spans = NO_SPANS, query, name } = props;
  const body = passage.text === null || passage.text === '' ? passage.title : passage.text;
  if (body === '') return <>{name}</>;
  return piecesOf(body.slice(0, LINE), spans, query).map((piece, place) => (
    <PieceText key={place} {...piece} />
  ));
}

function PieceText({ body, isMarked, isAsked }: Piece) {
  const inside = isAsked ? <b>{body}</b> : body;
  return isMarked ? <mark>{inside}</mark> : inside;
}

/** A passage with what people highlighted; of a long one four lines, until all of it is asked for. */
export function PassageText({ passage: { title, text: body }, ...props }: Props) {
  if (body === null || body === '') return <p className={text.soft}>{title || 'no text'}</p>;
  return <Whole title={title} body={body} {...props} />;
}

type WholeProps = Omit<Props, 'passage'> & Readonly<{ title: string; body: string }>;

function Whole({ title, body, spans = NO_SPANS, query, startsWhole = false }: WholeProps) {
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
          {isWhole ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  );
}
