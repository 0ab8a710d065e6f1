import LibraryPage from '@/features/library/components/LibraryPage';
import { useSession } from '@/features/session/hooks/useSession';

export default function Library() {
  const { data: session } = useSession();
  return <LibraryPage mayResearch={session?.may_research ?? false} />;
}
