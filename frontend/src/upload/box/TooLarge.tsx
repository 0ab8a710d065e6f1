import { useState } from 'react';
import { Button } from '@/shared/ui/Button';
import styles from '@/upload/box/parcels.module.css';

type Props = Readonly<{ command: string }>;

/** What is too large for the browser goes by the command, which is ready to be copied. */
export function TooLarge({ command }: Props) {
  const [isCopied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(command);
    setCopied(true);
  }

  return (
    <div className={styles.tooLarge} role="alert">
      <p>
        This is too large to be sent from here. On the server it is taken in by this command; then
        open this page again and choose it from the list.
      </p>
      <p>
        <code>{command}</code>{' '}
        <Button look="flush" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </p>
    </div>
  );
}
