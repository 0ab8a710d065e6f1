import { useState } from 'react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

export type Steer = 'pause' | 'resume' | 'cancel';

type Status = 'running' | 'paused' | 'failed' | 'cancelled';

/** What the first button says; it pauses what runs and resumes all else. */
const LABELS: Readonly<Record<Status, string>> = {
  running: 'Pause',
  paused: 'Resume',
  failed: 'Continue',
  cancelled: 'Continue',
};

type Props = Readonly<{
  status: Status;
  /** What the first button says, if it says more than usual. */
  label?: string;
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
export function Steering({ status, label, verb, question, children, steering }: Props) {
  const isOpen = status === 'running' || status === 'paused';
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error, reset } = steering;
  const close = (): void => {
    setAsking(false);
    reset();
  };
  return (
    <>
      <p className={buttons.actions}>
        <Button
          look="primary"
          disabled={isPending}
          onClick={() => mutate(status === 'running' ? 'pause' : 'resume')}
        >
          {label ?? LABELS[status]}
        </Button>
        {isOpen && <Button onClick={() => setAsking(true)}>{verb}</Button>}
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
