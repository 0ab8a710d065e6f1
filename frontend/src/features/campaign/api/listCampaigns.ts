import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const campaignsQuery = queryOptions({
  queryKey: ['campaigns'],
  // Judging changes these counts from another page: never show old ones as if they were new.
  staleTime: 0,
  queryFn: ({ signal }) => answer(api.GET('/api/campaigns', { signal })),
});
