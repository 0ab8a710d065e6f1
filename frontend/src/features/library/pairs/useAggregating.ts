import { useNavigate } from '@/shared/routing/location';
import { useAggregateRun } from '@/features/library/api/runs';

/** Makes the run and opens its row in the library. */
export function useAggregating(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  return useAggregateRun({
    onMade: (name) => navigate(`/library#run-${encodeURIComponent(name)}`),
    onRejected,
  });
}
