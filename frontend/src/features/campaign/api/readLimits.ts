import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/api/client';

export const limitsQuery = queryOptions({
  queryKey: ['upload-limits'],
  staleTime: Infinity,
  queryFn: ({ signal }) => answer(api.GET('/api/upload-limits', { signal })),
});
