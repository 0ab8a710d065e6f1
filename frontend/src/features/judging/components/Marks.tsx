import { spanText } from '@/features/judging/spans';
import type { Span } from '@/features/judging/spans';

const SHOWN = 40;

const shorten = (words: string): string =>
  words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words;

type Props = Readonly<{ text: string; spans: readonly Span[]; onUnmark: (span: Span) => void }>;

/** The marked words as a list, so that a mark can be removed by keyboard too. */
export function Marks({ text, spans, onUnmark }: Props) {
  if (spans.length === 0) return null;
  return (
    <ul className="marks" aria-label="Marked words">
      {spans.map((span) => (
        <li key={span[0]}>
          <button type="button" onClick={() => onUnmark(span)}>
            <span className="visually-hidden">Remove the mark on </span>
            {shorten(spanText(text, span))}
            <span aria-hidden> ×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
