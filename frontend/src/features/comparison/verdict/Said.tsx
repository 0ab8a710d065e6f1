import { useId, useState } from 'react';
import type { Span, Verdict } from '@/api/compared';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Defined } from '@/shared/ui/Defined';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/comparison/verdict/verdict.module.css';

/** With a true minus, as everywhere on the page. */
const printed = (number: string): string => number.replace('-', '−');

/** A name leads to its page; numbers stand out. */
function Piece({ span: { text: body, stands_for: what } }: Readonly<{ span: Span }>) {
  if (what === 'run' || what === 'baseline') return <Link to={runPath(body)}>{body}</Link>;
  if (what === 'labels') return <Link to={labelsPath(body)}>{body}</Link>;
  return what === 'text' ? body : <b>{what === 'measure' ? body : printed(body)}</b>;
}

type Props = Readonly<{ verdict: Verdict; isOld: boolean }>;

/** The sentence, its weakest point, and what else weakens it, which takes the whole width. */
export function Said({ verdict: { sentence: spans, weakest, others }, isOld }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  return (
    <div aria-busy={isOld} className={styles.said}>
      <p className={styles.sentence}>
        {spans.map((span, place) => (
          <Piece key={place} span={span} />
        ))}
      </p>
      {weakest !== null && (
        <div className={styles.weak}>
          <p>
            <b>
              <Defined at="verdicts#the-weakest-point">Weakest point</Defined>:
            </b>{' '}
            {weakest.text}
          </p>
          {others.length > 0 && (
            <Button
              look="flush"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setIsOpen(!isOpen)}
            >
              What else to mind
            </Button>
          )}
        </div>
      )}
      {others.length > 0 && (
        <ul id={listId} className={styles.others} hidden={!isOpen}>
          {others.map(({ kind, text: found }) => (
            <li key={kind}>{found}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
