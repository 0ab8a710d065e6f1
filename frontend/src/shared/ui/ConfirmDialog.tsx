import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { sentence } from '@/shared/errors';

type Props = Readonly<{
  title: string;
  /** What the button says that does it. */
  verb: string;
  isPending: boolean;
  error: unknown;
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen, and what may be chosen. */
  children: ReactNode;
}>;

/** Says what will happen and asks once more. Escape leaves it; the focus returns where it was. */
export function ConfirmDialog({ title, verb, isReady = true, ...rest }: Props) {
  const { isPending, error, onConfirm, onClose, children } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault();
    onConfirm();
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {children}
        {error !== null && <p role="alert">{sentence(error)}</p>}
        <p className="actions">
          <button type="submit" className="primary" disabled={isPending || !isReady}>
            {verb}
          </button>
          <button type="button" className="plain" onClick={onClose}>
            Not now
          </button>
        </p>
      </form>
    </dialog>
  );
}
