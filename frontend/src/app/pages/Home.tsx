import { useSession } from '@/api/session';
import { Welcome } from '@/app/pages/Welcome';
import { YourWork } from '@/app/pages/YourWork';
import { Waiting } from '@/shared/ui/Waiting';

/** A signed-in person's work, and for everyone else what Regrade is. */
export default function Home() {
  const { data: session, error } = useSession();
  return (
    <>
      <title>Regrade</title>
      {session === undefined && error === null ? (
        <Waiting label="Opening the page" />
      ) : session !== undefined && session.username !== null ? (
        <YourWork session={session} />
      ) : (
        <Welcome />
      )}
    </>
  );
}
