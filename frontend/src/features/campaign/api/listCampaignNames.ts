import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

/** So that a name which is taken is told while it is typed. */
export const campaignNamesQuery = queryOptions({
  queryKey: ['campaigns'],
  queryFn: ({ signal }) => answer(api.GET('/api/campaigns', { signal })),
  select: (campaigns) => campaigns.map(({ name }) => name),
});
