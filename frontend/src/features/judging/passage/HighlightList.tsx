import type { PassageText } from '@/features/judging/pair/passageText';
import type { Span } from '@/features/judging/pair/spans';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/passage/Marks.module.css';

const SHOWN = 40;

/** The first words of a highlight; never half a character. */
function shorten(words: string): string {
  const points = Array.from(words.slice(0, 2 * SHOWN + 2));
  return points.length > SHOWN ? `${points.slice(0, SHOWN).join('').trimEnd()}…` : words;
}

type Props = Readonly<{
  passage: PassageText;
  spans: readonly Span[];
  onRemove: (span: Span) => void;
}>;

/** The highlighted words as a list: each can be removed by keyboard, and by a large target. */
export function HighlightList({ passage, spans, onRemove }: Props) {
  if (spans.length === 0) return null;
  return (
    <ul className={styles.marks} aria-label="Highlighted words">
      {spans.map((span) => (
        <li key={span[0]}>
          <button type="button" onClick={() => onRemove(span)}>
            <span className={text.visuallyHidden}>Remove the highlight on </span>
            <bdi>{shorten(passage.read(span))}</bdi>
            <span aria-hidden> ×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
