import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => answer(api.GET('/api/collections', { signal })),
});
