import type { PassageText } from '@/features/judging/pair/passageText';
import type { Span } from '@/features/judging/pair/spans';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/passage/Marks.module.css';

const SHOWN = 40;

/** The first words of a mark; never half a character. */
function shorten(words: string): string {
  const points = Array.from(words.slice(0, 2 * SHOWN + 2));
  return points.length > SHOWN ? `${points.slice(0, SHOWN).join('').trimEnd()}…` : words;
}

type Props = Readonly<{
  passage: PassageText;
  spans: readonly Span[];
  onUnmark: (span: Span) => void;
}>;

/** The marked words as a list, so that a mark can be removed by keyboard, and by a large target. */
export function Marks({ passage, spans, onUnmark }: Props) {
  if (spans.length === 0) return null;
  return (
    <ul className={styles.marks} aria-label="Marked words">
      {spans.map((span) => (
        <li key={span[0]}>
          <button type="button" onClick={() => onUnmark(span)}>
            <span className={text.visuallyHidden}>Remove the mark on </span>
            <bdi>{shorten(passage.read(span))}</bdi>
            <span aria-hidden> ×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
