import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: ({ signal }) => answer(api.GET('/api/labels', { signal })),
});
