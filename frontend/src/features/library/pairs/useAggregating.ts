import { useState } from 'react';
import { useNavigate } from '@/shared/routing/location';
import { useAggregateRun } from '@/features/library/api/runs';

/** Makes the runs: one opens its row in the library, several are named here. */
export function useAggregating(onRejected: (error: unknown) => void) {
  const navigate = useNavigate();
  const [made, setMade] = useState<readonly string[]>([]);
  const making = useAggregateRun({
    onMade: (names) => {
      const [first = '', ...others] = names;
      if (others.length === 0) navigate(`/library#run-${encodeURIComponent(first)}`);
      else setMade(names);
    },
    onRejected,
  });
  return { ...making, made };
}
