import type { Account } from '@/api/types';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

/** What is asked once more before it is done. */
export type Asked = Readonly<{ account: Account; what: 'deactivate' | 'appoint' | 'dismiss' }>;

const WORDS = {
  deactivate: {
    title: (name: string) => `Deactivate ${name}?`,
    verb: 'Deactivate',
    means:
      'They are signed out everywhere and cannot sign in. What they judged stays. An administrator can activate the account again.',
  },
  appoint: {
    title: (name: string) => `Make ${name} an administrator?`,
    verb: 'Make an administrator',
    means:
      'Administrators may do all: run campaigns, compute and compare runs, and manage accounts, yours too.',
  },
  dismiss: {
    title: (name: string) => `Let ${name} be no administrator any more?`,
    verb: 'Take the right away',
    means: 'They keep the other rights that they were given, and no longer see this page.',
  },
} as const;

type Props = Readonly<{
  asked: Asked;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}>;

export function Question({ asked, ...rest }: Props) {
  const { title, verb, means } = WORDS[asked.what];
  return (
    <ConfirmDialog title={title(asked.account.username)} verb={verb} {...rest}>
      <p>{means}</p>
    </ConfirmDialog>
  );
}
