import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from '@/shared/routing/location';
import { ErrorBoundary } from '@/app/ErrorBoundary';
import { Pages } from '@/app/Pages';
import { queryClient } from '@/app/queryClient';

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
