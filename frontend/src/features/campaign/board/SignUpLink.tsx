import { useState } from 'react';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';

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
        <Button
          onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </p>
  );
}
