import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';

/** The rankers with a model; another release brings others, nothing else does. */
export const useRankers = () =>
  useQuery({ queryKey: ['rankers'], queryFn: read('/api/rankers', {}), staleTime: Infinity });
