import text from '@/shared/styles/text.module.css';

const LONG = 240;

/** A text; a long one opens to all of it. */
export function FoldedText({ body }: Readonly<{ body: string | null }>) {
  if (body === null || body === '') return <span className={text.soft}>no text</span>;
  if (body.length <= LONG) return <span dir="auto">{body}</span>;
  return (
    <details>
      <summary dir="auto">{body.slice(0, LONG)}…</summary>
      <span dir="auto">…{body.slice(LONG)}</span>
    </details>
  );
}
