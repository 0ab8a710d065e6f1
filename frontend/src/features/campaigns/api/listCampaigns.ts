import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const campaignsQuery = queryOptions({
  queryKey: ['campaigns'],
  queryFn: ({ signal }) => answer(api.GET('/api/campaigns', { signal })),
});
