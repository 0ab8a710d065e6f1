import { useSignIn } from '@/api/session';
import { CredentialsForm } from '@/shared/ui/CredentialsForm';

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
