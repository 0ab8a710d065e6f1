import { useState } from 'react';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{ onBegin: () => void }>;

/** Drops what was entered, once it is said a second time. */
export function BeginAnew({ onBegin }: Props) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <button type="button" className={buttons.flush} onClick={() => setAsks(true)}>
        Begin anew
      </button>
    );
  }
  return (
    <span>
      What you entered goes; uploads stay.{' '}
      <button type="button" className={buttons.flush} autoFocus onClick={onBegin}>
        Begin anew
      </button>{' '}
      <button type="button" className={buttons.flush} onClick={() => setAsks(false)}>
        Keep it
      </button>
    </span>
  );
}
