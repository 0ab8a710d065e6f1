import { QueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from '@/shared/errors';

const RETRIES = 2;

/** Retries failures that may pass; what the server rejected is not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < RETRIES && error instanceof ApiError && isPassing(error),
      staleTime: 10_000,
    },
  },
});
