import { useState } from 'react';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{ onStart: () => void }>;

/** Discards what was entered, after a second click. */
export function StartOver({ onStart }: Props) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <button type="button" className={buttons.flush} onClick={() => setAsks(true)}>
        Start over
      </button>
    );
  }
  return (
    <span>
      This discards what you entered; uploads stay.{' '}
      <button type="button" className={buttons.flush} autoFocus onClick={onStart}>
        Start over
      </button>{' '}
      <button type="button" className={buttons.flush} onClick={() => setAsks(false)}>
        Keep it
      </button>
    </span>
  );
}
