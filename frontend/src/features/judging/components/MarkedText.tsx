import type { Ref } from 'react';
import { segments } from '@/features/judging/spans';
import type { Span } from '@/features/judging/spans';

type Props = Readonly<{
  ref: Ref<HTMLDivElement>;
  text: string;
  spans: readonly Span[];
  onUnmark: (span: Span) => void;
}>;

/** The text and nothing else: selections are counted over exactly what stands in this element. */
export function MarkedText({ ref, text, spans, onUnmark }: Props) {
  return (
    <div ref={ref} className="text" dir="auto">
      {segments(text, spans).map(({ text: piece, span }, i) =>
        span === null ? (
          <span key={i}>{piece}</span>
        ) : (
          <mark key={i} title="Click to remove this mark" onClick={() => onUnmark(span)}>
            {piece}
          </mark>
        ),
      )}
    </div>
  );
}
