import { useState } from 'react';
import { Button } from '@/shared/ui/forms/Button';

/** Browsers let pages copy over HTTPS, or on the machine itself. */
const canCopy = (): boolean => 'clipboard' in navigator;

type Props = Readonly<{ text: string; label: string }>;

export function CopyButton({ text, label }: Props) {
  const [copied, setCopied] = useState('');
  if (!canCopy()) return null;
  return (
    <Button
      aria-label={copied === text ? `Copied: ${label}` : `Copy ${label}`}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
    >
      {copied === text ? 'Copied' : 'Copy'}
    </Button>
  );
}
