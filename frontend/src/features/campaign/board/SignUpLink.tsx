import { useState } from 'react';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';

/** Browsers let pages copy over HTTPS, or on the machine itself. */
const canCopy = (): boolean => 'clipboard' in navigator;

/** The address where anybody may join, to pass on. */
export function SignUpLink({ campaignId }: Readonly<{ campaignId: number }>) {
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}/join/${campaignId}`;
  return (
    <p className={text.soft}>
      Anybody may sign up: <a href={address}>{address}</a>{' '}
      {canCopy() && (
        <button
          type="button"
          className={buttons.plain}
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      )}
    </p>
  );
}
