import { useState } from 'react';

type Props = Readonly<{ onBegin: () => void }>;

/** Drops what was entered, once it is said a second time. */
export function BeginAnew({ onBegin }: Props) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <button type="button" className="plain" onClick={() => setAsks(true)}>
        Begin anew
      </button>
    );
  }
  return (
    <span className="anew">
      What you entered goes; uploads stay.{' '}
      <button type="button" className="plain" autoFocus onClick={onBegin}>
        Begin anew
      </button>{' '}
      <button type="button" className="plain" onClick={() => setAsks(false)}>
        Keep it
      </button>
    </span>
  );
}
