import { useEffect, useRef } from 'react';
import type { QueueStart } from '@/api/types';
import buttons from '@/shared/styles/buttons.module.css';
import { GuidelineText } from '@/shared/ui/guideline/GuidelineText';
import { Prose } from '@/shared/ui/Prose';
import styles from '@/features/campaign/adjudicate/adjudicate.module.css';

type Props = Readonly<{ start: QueueStart; onClose: () => void }>;

/** What assessors judge by, and what they accepted; beside the pair, a sheet from below on a phone. */
export function GuidelinePanel({ start, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside className={styles.panel} aria-labelledby="panel-title">
      <header>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          Guideline
        </h2>
        <button type="button" className={buttons.plain} onClick={onClose}>
          Close
        </button>
      </header>
      <GuidelineText setup={start} />
      {start.notice !== null && (
        <section aria-labelledby="notice">
          <h3 id="notice">The notice that assessors accept</h3>
          <Prose html={start.notice.html} />
        </section>
      )}
    </aside>
  );
}
