import { useNavigate } from 'react-router';
import { useAggregateRun } from '@/features/library/api/runs';

/** Makes the run and goes where it stands. */
export function useAggregating(onRefused: (error: unknown) => void) {
  const navigate = useNavigate();
  return useAggregateRun({
    onMade: async (name) => navigate(`/library#run-${encodeURIComponent(name)}`),
    onRefused,
  });
}
