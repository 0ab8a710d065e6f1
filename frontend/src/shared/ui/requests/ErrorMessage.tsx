import type { ReactNode } from 'react';
import { sentence } from '@/shared/requests/errors';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ error?: unknown; children?: ReactNode }>;

/** What went wrong, read aloud at once: an error, or a sentence. Nothing where both are empty. */
export function ErrorMessage({ error = null, children = null }: Props) {
  const message = error === null ? children : sentence(error);
  if (message === null || message === '') return null;
  return (
    <p role="alert" className={text.wrong}>
      {message}
    </p>
  );
}
