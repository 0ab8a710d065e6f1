import { useEffect, useRef } from 'react';
import type { Guideline } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import type { GuidelineNews } from '@/features/judging/desk/useGuidelineNews';
import { Prose } from '@/shared/ui/Prose';
import { Button } from '@/shared/ui/forms/Button';
import { Waiting } from '@/shared/ui/requests/Waiting';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/page/NewGuideline.module.css';

const KINDS = { added: 'New', removed: 'Removed' } as const;

function Changes({ changes }: Pick<Guideline, 'changes'>) {
  return (
    <ul role="list" className={styles.changes}>
      {changes.map(({ kind, html }, i) => (
        <li key={i} data-kind={kind}>
          <b>{KINDS[kind]}</b>
          <Prose html={html} />
        </li>
      ))}
    </ul>
  );
}

/** What changed in the guideline, before the first passage that is judged by it. */
export function NewGuideline({ guideline, error, onRetry, onRead, onSkip }: GuidelineNews) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.news}>
      <h1 ref={heading} tabIndex={-1}>
        The guideline changed
      </h1>
      {guideline === undefined && error === null && <Waiting label="Loading the changes" isTall />}
      {guideline === undefined && error !== null && (
        <>
          <ErrorMessage error={error} />
          <p className={buttons.actions}>
            <Button look="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={onSkip}>Judge this passage by the earlier version</Button>
          </p>
        </>
      )}
      {guideline !== undefined && (
        <>
          <p>
            From now on, judge by version {guideline.version}; <b>Guideline</b> below shows all of
            it. Changes:
          </p>
          <Changes changes={guideline.changes} />
          <p className={buttons.actions}>
            <Button look="primary" onClick={() => onRead(guideline)}>
              Go on
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
