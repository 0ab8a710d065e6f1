import { useSearchParams } from '@/shared/routing/location';
import NotFound from '@/shared/ui/NotFound';
import PairsPage from '@/features/library/pairs/PairsPage';
import { useSession } from '@/api/session';

export default function PairsOfRun() {
  const run = useSearchParams().get('run') ?? '';
  const { data: session } = useSession();
  if (run === '') return <NotFound />;
  return <PairsPage key={run} run={run} mayResearch={session?.may_research ?? false} />;
}
