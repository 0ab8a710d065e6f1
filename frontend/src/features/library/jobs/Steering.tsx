import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

export type Steer = 'pause' | 'resume' | 'cancel';

type State = 'going' | 'paused' | 'stopped';

/** What the first button asks for, and what it says. */
const NEXT: Readonly<Record<State, readonly [Steer, string]>> = {
  going: ['pause', 'Pause'],
  paused: ['resume', 'Resume'],
  stopped: ['resume', 'Go on with the rest'],
};

type Props = Readonly<{
  /** Stopped: failed or cancelled, and it can go on with what remains. */
  state: State;
  /** What cancels it, as its button says: "Cancel the job". */
  verb: string;
  question: string;
  /** What of it stays and what is lost. */
  children: ReactNode;
  steering: Readonly<{
    mutate: (how: Steer, options?: Readonly<{ onSuccess?: () => void }>) => void;
    isPending: boolean;
    error: Error | null;
    reset: () => void;
  }>;
}>;

/** Pause or resume, and cancel after a question. */
export function Steering({ state, verb, question, children, steering }: Props) {
  const [how, label] = NEXT[state];
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = steering;
  const close = (): void => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <p className={buttons.actions}>
        <Button look="primary" disabled={isPending} onClick={() => mutate(how)}>
          {label}
        </Button>
        {state !== 'stopped' && <Button onClick={() => setAsking(true)}>{verb}</Button>}
      </p>
      {!isAsking && <ErrorMessage error={error} />}
      {isAsking && (
        <ConfirmDialog
          title={question}
          verb={verb}
          isPending={isPending}
          error={error}
          onConfirm={() => mutate('cancel', { onSuccess: close })}
          onClose={close}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
