import { QueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from '@/shared/errors';

const RETRIES = 2;

/** What failed in passing is asked again by itself; what was refused is not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < RETRIES && error instanceof ApiError && isPassing(error),
      staleTime: 10_000,
    },
  },
});
