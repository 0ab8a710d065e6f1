import { useSession } from '@/api/session';
import { Welcome } from '@/app/pages/Welcome';
import { YourWork } from '@/app/pages/YourWork';

export default function Home() {
  const { data: session } = useSession();
  return (
    <>
      <title>Regrade</title>
      {session !== undefined && session.username !== null ? (
        <YourWork session={session} />
      ) : (
        <Welcome />
      )}
    </>
  );
}
