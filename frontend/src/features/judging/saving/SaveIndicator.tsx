import { useState } from 'react';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import type { Grade } from '@/api/types';
import type { DeskState } from '@/features/judging/desk/desk';
import { useOnline } from '@/shared/browser/useOnline';
import { savingOf } from '@/features/judging/saving/saving';
import type { Saving } from '@/features/judging/saving/saving';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/saving/SaveIndicator.module.css';
import { verdictName } from '@/features/judging/pair/verdictTexts';
import { Button } from '@/shared/ui/forms/Button';

/** Said aloud is only what goes wrong, and that it is well again: not every single judgment. */
function useSpoken({ state, text }: Saving): string {
  const [spoken, setSpoken] = useState('');
  const isWell = state === 'saved' && spoken !== '';
  const isCalm = state === 'saving' || state === 'saved';
  const next = isWell ? 'saved' : isCalm ? spoken : text;
  if (next !== spoken) setSpoken(next);
  return next;
}

type Props = Readonly<{ state: DeskState; scale: readonly Grade[]; onRetry: () => void }>;

/** Whether the last judgment is saved; it never claims more than the server has confirmed. */
export function SaveIndicator({ state, scale, onRetry }: Props) {
  const { pathname } = useLocation();
  const saving = savingOf(state.outbox, useOnline(), state.supplyTrouble);
  const spoken = useSpoken(saving);
  const { state: kind, text: message } = saving;
  const last = state.deck.judged[0];
  const mustSignIn = kind === 'signed-out' || kind === 'other-account';
  return (
    <div className={styles.saving}>
      {last !== undefined && (
        <span className={styles.last}>{verdictName(last.verdict, scale)}</span>
      )}
      <span className={styles.state} data-testid="save-state" data-state={kind}>
        {message}
      </span>
      <span role="status" aria-label="Saving" className={text.visuallyHidden}>
        {spoken}
      </span>
      {mustSignIn && <Link to={`/login?next=${encodeURIComponent(pathname)}`}>Sign in</Link>}
      {kind === 'waiting' && state.outbox.phase === 'retrying' && (
        <Button onClick={onRetry} title={state.outbox.trouble?.detail ?? ''}>
          Send now
        </Button>
      )}
    </div>
  );
}
