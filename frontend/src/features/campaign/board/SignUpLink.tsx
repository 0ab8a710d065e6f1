import { CopyButton } from '@/shared/ui/forms/CopyButton';
import text from '@/shared/styles/text.module.css';

/** The address where anybody may join, to pass on. */
export function SignUpLink({ campaignId }: Readonly<{ campaignId: number }>) {
  const address = `${window.location.origin}/join/${campaignId}`;
  return (
    <p className={text.soft}>
      Anybody may sign up: <a href={address}>{address}</a>{' '}
      <CopyButton text={address} label="the sign-up address" />
    </p>
  );
}
