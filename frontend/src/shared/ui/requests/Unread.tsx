import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';

type Props = Readonly<{
  of: Readonly<{ error: unknown; refetch: () => unknown }>;
  waiting: string;
  trouble: string;
}>;

/** What stands in the place of a page until its data are read: that it waits, or why it cannot. */
export function Unread({ of: { error, refetch }, waiting, trouble }: Props) {
  if (error === null) return <Waiting label={waiting} />;
  return <PageTrouble title={trouble} error={error} onRetry={() => void refetch()} />;
}
