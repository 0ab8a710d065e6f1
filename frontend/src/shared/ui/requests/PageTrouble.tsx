import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { asApiError, isPassing, isRefused, isSignedOut } from '@/shared/requests/errors';
import type { ApiError } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/requests/PageTrouble.module.css';

/** What was rejected will be rejected again: the person needs another way. */
const mayHelp = (error: ApiError): boolean => error.status < 0 || isPassing(error);

/** What the person can do about it, where the server's own sentence does not say so. */
function advice(error: ApiError): string {
  if (isSignedOut(error)) return 'Sign in, and the page opens.';
  if (error.status === 404) return 'Check the address, or start again from your work.';
  if (!mayHelp(error)) return '';
  if (error.status === 0) return 'Check the connection, then try again.';
  return 'Try again; if it stays, report it to an administrator of this installation.';
}

/** What is refused is no outage: `title` says what cannot be shown now, which may change by itself. */
const REFUSED = 'You do not have access';

type Props = Readonly<{ title: string; error: unknown; onRetry: () => void }>;

export function PageTrouble({ title, error, onRetry }: Props) {
  const problem = asApiError(error);
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <section className={styles.trouble} role="alert">
      <h1>{isRefused(problem) ? REFUSED : title}</h1>
      <p>
        {problem.detail} {advice(problem)}
      </p>
      <p className={buttons.actions}>
        {isSignedOut(problem) && <Link to={`/login?next=${next}`}>Sign in</Link>}
        {mayHelp(problem) && (
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
