import LibraryPage from '@/features/library/runs/LibraryPage';
import { useSession } from '@/api/session';

export default function Library() {
  const { data: session } = useSession();
  return <LibraryPage mayResearch={session?.may_research ?? false} />;
}
