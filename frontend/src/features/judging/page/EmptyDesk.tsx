import { useEffect, useRef } from 'react';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { isSignedOut } from '@/shared/requests/errors';
import type { DeskState } from '@/features/judging/desk/desk';
import { LeftOf, WaitedFor } from '@/shared/ui/requests/Seconds';
import tones from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/page/EmptyDesk.module.css';
import { emptyText } from '@/features/judging/page/emptyText';
import { Button } from '@/shared/ui/forms/Button';

type Props = Readonly<{ state: DeskState; onAsk: () => void; onHistory: () => void }>;

/** No passage to show: says why, and what to do. */
export function EmptyDesk({ state, onAsk, onHistory }: Props) {
  const { pathname } = useLocation();
  const { title, text, canAsk, isAwaited = false, freeInS = null } = emptyText(state);
  const isLost = state.supplyTrouble !== null && isSignedOut(state.supplyTrouble);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className={styles.empty} aria-busy={state.isAsking}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>
        {text}
        {isAwaited && <WaitedFor />}
      </p>
      {freeInS !== null && (
        <p className={tones.soft} aria-hidden="true">
          Free again in <LeftOf seconds={freeInS} answer={state.workStatus?.empty} />
        </p>
      )}
      <p className={buttons.actions}>
        {isLost && <Link to={`/login?next=${pathname}`}>Sign in</Link>}
        {canAsk && (
          <Button look="primary" onClick={onAsk} disabled={state.isAsking}>
            Look again
          </Button>
        )}
        <Button look="flush" onClick={onHistory}>
          My judgments
        </Button>
        <Link to="/">Your work</Link>
        <Link to={`${pathname}/record`}>Your data</Link>
      </p>
    </section>
  );
}
