import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { asApiError, isPassing, isSignedOut } from '@/shared/requests/errors';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ error: unknown }>;

/** Why what is shown is not the newest, and what to do where waiting does not help. */
export function StaleNote({ error }: Props) {
  const { pathname, search } = useLocation();
  if (error === null) return null;
  const problem = asApiError(error);
  if (problem.status < 0 || isPassing(problem))
    return (
      <p role="status" className={text.warn}>
        The server is not responding; this is its last answer.
      </p>
    );
  const next = encodeURIComponent(pathname + search);
  return (
    <p role="alert" className={text.warn}>
      {problem.detail}{' '}
      {isSignedOut(problem) ? (
        <Link to={`/login?next=${next}`}>Sign in</Link>
      ) : (
        <Link to="/">Your work</Link>
      )}
    </p>
  );
}
