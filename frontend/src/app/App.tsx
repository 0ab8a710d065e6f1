import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { BrowserRouter } from '@/shared/routing/location';
import { ErrorBoundary } from '@/app/ErrorBoundary';
import { Pages } from '@/app/Pages';
import { ApiError, isPassing } from '@/shared/requests/errors';

const RETRIES = 2;

/** Retries failures that may pass; what the server rejected is not retried. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < RETRIES && error instanceof ApiError && isPassing(error),
      staleTime: 10_000,
    },
  },
});

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <Pages />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  );
}
