import { useNavigate } from '@/shared/routing/location';
import { useComputeRun } from '@/features/library/api/runs';

/** Requests a run and opens the page that shows its progress. */
export function useComputing(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useComputeRun({
    onMade: (name) => navigate(`/library#run-${encodeURIComponent(name)}`),
    onRejected,
  });
  return { compute: mutate, isBusy: isPending || isSuccess };
}
