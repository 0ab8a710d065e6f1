import { useParams } from 'react-router';
import NotFound from '@/app/pages/NotFound';
import JobPage from '@/features/jobs/components/JobPage';
import { useSession } from '@/features/session/hooks/useSession';

export default function JobOfRun() {
  const id = Number(useParams().id);
  const { data: session } = useSession();
  if (!Number.isSafeInteger(id) || id < 1) return <NotFound />;
  return <JobPage key={id} id={id} mayResearch={session?.may_research ?? false} />;
}
