import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/forms/ConfirmDialog.module.css';

type Props = Readonly<{
  title: string;
  /** What the button says that does it. */
  verb: string;
  /** It cannot be undone: nothing but its own button does it, and the focus begins on the other. */
  isFinal?: boolean;
  isPending: boolean;
  error: unknown;
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, and what may be chosen. */
  children: ReactNode;
}>;

/** Says what will happen and asks once more. Escape leaves it; the focus returns where it was. */
export function ConfirmDialog({ title, verb, isFinal = false, isReady = true, ...rest }: Props) {
  const { isPending, error, onConfirm, onClose, children } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const wayOut = useRef<HTMLButtonElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    if (isFinal) wayOut.current?.focus();
    return () => shown?.close();
  }, [isFinal]);

  function submit(): void {
    if (!isFinal) onConfirm();
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={heading} onClose={onClose}>
      <Form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        <ErrorMessage error={error} />
        <p className={buttons.actions}>
          <button
            type={isFinal ? 'button' : 'submit'}
            className={isFinal ? buttons.final : buttons.primary}
            disabled={isPending || !isReady}
            onClick={isFinal ? onConfirm : undefined}
          >
            {verb}
          </button>
          <Button ref={wayOut} onClick={onClose}>
            Not now
          </Button>
        </p>
      </Form>
    </dialog>
  );
}
