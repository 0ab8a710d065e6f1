import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** The rankers with a model; another release brings others, nothing else does. */
export const useRankers = () =>
  useQuery({
    queryKey: ['rankers'],
    queryFn: ({ signal }) => answer(api.GET('/api/rankers', { signal })),
    staleTime: Infinity,
  });
