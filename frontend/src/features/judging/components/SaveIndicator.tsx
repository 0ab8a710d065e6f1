import type { Grade } from '@/api/types';
import type { DeskState } from '@/features/judging/desk';
import { useOnline } from '@/features/judging/hooks/useOnline';
import { savingOf } from '@/features/judging/saving';
import { verdictName } from '@/features/judging/words';

type Props = Readonly<{ state: DeskState; scale: readonly Grade[]; onRetry: () => void }>;

/** Whether the last judgment is saved; it never claims more than the server has confirmed. */
export function SaveIndicator({ state, scale, onRetry }: Props) {
  const { state: kind, words } = savingOf(state.outbox, useOnline());
  const last = state.deck.judged[0];
  const canRetry = ['retrying', 'signed-out'].includes(state.outbox.phase);
  return (
    <div className="saving">
      {last !== undefined && <span className="aside last">{verdictName(last.verdict, scale)}</span>}
      <span role="status" className="save-state" data-testid="save-state" data-state={kind}>
        {words}
      </span>
      {kind === 'signed-out' && (
        <a href="/login" target="_blank" rel="noreferrer">
          Sign in
        </a>
      )}
      {canRetry && (
        <button
          type="button"
          className="plain"
          onClick={onRetry}
          title={state.outbox.trouble ?? ''}
        >
          Send now
        </button>
      )}
    </div>
  );
}
