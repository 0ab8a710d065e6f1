import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const scalesQuery = queryOptions({
  queryKey: ['scales'],
  staleTime: Infinity,
  queryFn: ({ signal }) => answer(api.GET('/api/scales', { signal })),
});
