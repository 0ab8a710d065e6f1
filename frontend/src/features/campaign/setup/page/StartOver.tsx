import { useState } from 'react';

type Props = Readonly<{ onStart: () => void }>;

/** Discards what was entered, after a second click. */
export function StartOver({ onStart }: Props) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <button type="button" className="plain" onClick={() => setAsks(true)}>
        Start over
      </button>
    );
  }
  return (
    <span className="anew">
      This discards what you entered; uploads stay.{' '}
      <button type="button" className="plain" autoFocus onClick={onStart}>
        Start over
      </button>{' '}
      <button type="button" className="plain" onClick={() => setAsks(false)}>
        Keep it
      </button>
    </span>
  );
}
