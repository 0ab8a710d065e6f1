import { useNavigate } from '@/shared/routing/location';
import { useAggregateRun } from '@/features/library/api/runs';

/** Makes the runs: one opens its row in the library, several are named here. */
export function useAggregating(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  const making = useAggregateRun({
    onMade: (names) => {
      const [first = '', ...others] = names;
      if (others.length === 0) navigate(`/library#run-${encodeURIComponent(first)}`);
    },
    onRejected,
  });
  const made = making.data?.map(({ name }) => name) ?? [];
  return { ...making, made: made.length > 1 ? made : [] };
}
