import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';

const REFRESH_MS = 60_000;

/** What each role finds first. Judging changes it from another page: old figures are never shown as new. */
export const useHome = () =>
  useQuery({
    queryKey: ['home'],
    queryFn: read('/api/home', {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
