import { useNavigate } from '@/shared/routing/location';
import { useSignOut } from '@/api/session';
import { counted } from '@/shared/format';
import { useUnsent } from '@/shared/unsent';
import { Button } from '@/shared/ui/Button';

export function SignOutButton() {
  const { mutate, isPending } = useSignOut();
  const unsent = useUnsent();
  const navigate = useNavigate();

  function leave(): void {
    const question = `${counted(unsent, 'judgment')} of yours are not saved yet. They wait in this browser until you sign in here again. Sign out all the same?`;
    if (unsent > 0 && !window.confirm(question)) return;
    mutate(undefined, { onSuccess: () => navigate('/') });
  }

  return (
    <Button onClick={leave} disabled={isPending}>
      Sign out
    </Button>
  );
}
