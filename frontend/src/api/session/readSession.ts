import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** Who is signed in; asking also sets the cookie that protects every later request. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => answer(api.GET('/api/session', { signal })),
  staleTime: 60_000,
});
