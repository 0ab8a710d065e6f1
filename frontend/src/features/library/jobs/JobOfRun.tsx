import { useParams } from '@/shared/routing/Routes';
import NotFound from '@/shared/ui/NotFound';
import JobPage from '@/features/library/jobs/JobPage';
import { useSession } from '@/api/session';

export default function JobOfRun() {
  const id = Number(useParams().id);
  const { data: session } = useSession();
  if (!Number.isSafeInteger(id) || id < 1) return <NotFound />;
  return <JobPage key={id} id={id} mayResearch={session?.may_research ?? false} />;
}
