import { useRead } from '@/api/read';

const REFRESH_MS = 60_000;

/** What each role finds first. Judging changes it from another page: old figures are never shown as new. */
export const useHome = () =>
  useRead('/api/home', {}, { staleTime: 0, refetchInterval: REFRESH_MS });
