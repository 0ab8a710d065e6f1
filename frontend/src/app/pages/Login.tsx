import { useNavigate, useSearchParams } from '@/shared/routing/location';
import { Link } from '@/shared/routing/Link';
import { useSessionAnew, useSignIn } from '@/api/session';
import { CredentialsForm } from '@/shared/ui/forms/CredentialsForm';
import text from '@/shared/styles/text.module.css';
import styles from '@/app/pages/narrow.module.css';

type Props = Readonly<{ onSignedIn?: () => void }>;

export function LoginForm({ onSignedIn }: Props) {
  const { mutate, error, isPending } = useSignIn();
  return (
    <CredentialsForm
      verb="Sign in"
      error={error}
      isPending={isPending}
      onSubmit={(credentials) => mutate(credentials, { onSuccess: () => onSignedIn?.() })}
    />
  );
}

/** Only addresses within this installation are followed after signing in. */
const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address);

export default function Login() {
  const params = useSearchParams();
  const navigate = useNavigate();
  const next = params.get('next') ?? '/';
  const { data: session } = useSessionAnew();
  return (
    <section className={styles.narrow}>
      <title>Sign in · Regrade</title>
      <h1>Sign in</h1>
      <LoginForm onSignedIn={() => navigate(isOwnAddress(next) ? next : '/', { replace: true })} />
      <p className={text.soft}>
        {session?.sends_mail ? (
          <Link to="/forgot">You forgot your password?</Link>
        ) : (
          'You forgot your password? Ask an administrator of this installation for a link that sets a new one.'
        )}
      </p>
    </section>
  );
}
