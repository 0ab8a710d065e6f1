import { useSearchParams } from 'react-router';
import NotFound from '@/shared/ui/NotFound';
import PairsPage from '@/features/library/pairs/PairsPage';
import { useSession } from '@/api/session';

export default function PairsOfRun() {
  const run = useSearchParams()[0].get('run') ?? '';
  const { data: session } = useSession();
  if (run === '') return <NotFound />;
  return <PairsPage key={run} run={run} mayResearch={session?.may_research ?? false} />;
}
