import { sentence } from '@/shared/requests/errors';
import text from '@/shared/styles/text.module.css';

/** What went wrong, in a sentence; nothing while nothing did. */
export function ErrorText({ error }: Readonly<{ error: Error | null }>) {
  if (error === null) return null;
  return (
    <p role="alert" className={text.wrong}>
      {sentence(error)}
    </p>
  );
}
