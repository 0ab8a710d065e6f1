import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const runsQuery = queryOptions({
  queryKey: ['runs'],
  queryFn: ({ signal }) => answer(api.GET('/api/runs', { signal })),
});
